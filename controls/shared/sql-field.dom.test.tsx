import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { SqlField } from './SqlField.tsx'
import { controlContext } from '#testing/control-context.ts'
import { findCodeEditor, press, mockResponses, waitForAssertion, writeCode } from '#testing/user-input.ts'

function StatefulControl() {
  const [sql, setSql] = useState('')
  const context = controlContext({ dataset: { databaseId: 41 } })
  return <SqlField label="SQL expression" value={sql} onChange={setSql} context={context} />
}

it('E-CONTROLS-15: the SQL editor has room for 2 to 6 lines', async () => {
  const calls = mockResponses({ '/api/v1/database/41/function_names/': { function_names: ['date_trunc'] } })
  render(<StatefulControl />)
  const { element } = await findCodeEditor('SQL expression')
  await writeCode('SQL expression', 'a\n+ b\n+ c')
  const box = element.closest<HTMLElement>('[style*="min-height"]')
  // Lines of 20 pixels, plus 6 above and 6 below.
  expect([box?.style.minHeight, box?.style.maxHeight]).toEqual(['52px', '132px'])
  expect(calls.map(({ path }) => path)).toEqual(['/api/v1/database/41/function_names/'])
})

describe('a name for which the query of the chart failed', () => {
  const message = 'There is no column dely'
  const failure = { message, mistake: { kind: 'column', name: 'dely', candidates: ['delay'] } } as const
  const wrong = () =>
    [...screen.getByRole('textbox', { name: 'SQL expression' }).querySelectorAll('.cm-wrong')].map(
      ({ textContent }) => textContent,
    )

  it('underlines an error in SQL, describes it below and fixes it on a click', async () => {
    function Wrong() {
      const [sql, setSql] = useState("dely > 0 AND origin = 'dely'")
      return (
        <SqlField label="SQL expression" value={sql} onChange={setSql} context={{ ...controlContext(), failure }} />
      )
    }
    render(<Wrong />)
    const editor = await findCodeEditor('SQL expression')
    await waitForAssertion(() => expect(wrong()).toEqual(['dely']))
    expect(screen.getByText(message)).toBeDefined()
    await press('Use "delay"')
    await waitForAssertion(() => expect(editor.text()).toBe("delay > 0 AND origin = 'dely'"))
    expect(wrong()).toEqual([])
    expect(screen.queryByText(message)).toBeNull()
  })

  it('shows no underline if the dataset has it: the error is in the SQL of the dataset', async () => {
    const columns = [{ column_name: 'dely', type_generic: 0, is_dttm: false }]
    const context = { ...controlContext({ dataset: { columns } }), failure }
    render(<SqlField label="SQL expression" value="SUM(dely)" onChange={() => undefined} context={context} />)
    await findCodeEditor('SQL expression')
    expect(wrong()).toEqual([])
  })
})
