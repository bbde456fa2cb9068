import { render } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { SqlField } from './SqlField.tsx'
import { controlContext } from '#testing/control-context.ts'
import { field, hands } from '#testing/hands.ts'

function Kept() {
  const [sql, setSql] = useState('')
  return <SqlField label="SQL expression" value={sql} onChange={setSql} context={controlContext()} />
}

it('E-CONTROLS-15: the SQL editor shows 2 to 6 lines', async () => {
  render(<Kept />)
  const area = () => field('SQL expression') as unknown as HTMLTextAreaElement
  const shown = [area().getAttribute('rows')]
  for (const more of ['a', '\n+ b\n+ c', '\n+ d\n+ e\n+ f', '\n+ g\n+ h']) {
    await hands().type(area(), more)
    shown.push(area().getAttribute('rows'))
  }
  expect(shown).toEqual(['2', '2', '3', '6', '6'])
})
