import { render } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { SqlField } from './SqlField.tsx'
import { controlContext } from '#testing/control-context.ts'
import { code, serve, writeCode } from '#testing/hands.ts'

function Kept() {
  const [sql, setSql] = useState('')
  const context = controlContext({ dataset: { databaseId: 41 } })
  return <SqlField label="SQL expression" value={sql} onChange={setSql} context={context} />
}

it('E-CONTROLS-15: the SQL editor has room for 2 to 6 lines', async () => {
  const calls = serve({ '/api/v1/database/41/function_names/': { function_names: ['date_trunc'] } })
  render(<Kept />)
  const { element } = await code('SQL expression')
  await writeCode('SQL expression', 'a\n+ b\n+ c')
  const box = element.closest<HTMLElement>('[style*="min-height"]')
  // Lines of 20 pixels, and 6 above and below.
  expect([box?.style.minHeight, box?.style.maxHeight]).toEqual(['52px', '132px'])
  expect(calls.map(({ path }) => path)).toEqual(['/api/v1/database/41/function_names/'])
})
