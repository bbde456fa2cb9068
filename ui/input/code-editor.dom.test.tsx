import { act, render, screen } from '@testing-library/react'
import { completionStatus, currentCompletions, selectedCompletion } from '@codemirror/autocomplete'
import { EditorView } from '@codemirror/view'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { CodeEditor, type CodeEditorProps } from './CodeEditor.tsx'
import { acceptCompletion } from '#testing/accept-completion.ts'
import { userInput, waitForAssertion } from '#testing/user-input.ts'

const completions = [
  { label: 'delay', kind: 'column', detail: 'BIGINT' },
  { label: 'day of week', kind: 'column', detail: 'VARCHAR', text: '"day of week"' },
  { label: 'date_trunc', kind: 'function' },
] as const

/** Opens an editor that keeps its value; returns its loaded editable element and the value. */
async function open(props: Partial<CodeEditorProps> = {}) {
  const onChange = vi.fn<(text: string) => void>()
  function StatefulControl() {
    const [value, setValue] = useState(props.value ?? '')
    const keep = (text: string) => {
      onChange(text)
      setValue(text)
    }
    return (
      <>
        <CodeEditor label="Code" language="sql" completions={completions} {...props} value={value} onChange={keep} />
        <button type="button">After</button>
      </>
    )
  }
  render(<StatefulControl />)
  const area = () => screen.getByRole('textbox', { name: 'Code' })
  await waitForAssertion(() => expect(area().tagName).toBe('DIV'))
  const view = EditorView.findFromDOM(area()) as EditorView
  return { area, view, text: () => view.state.doc.toString(), onChange }
}

it('completes typed text by keyboard', async () => {
  const { area, text, onChange } = await open()
  const hand = userInput()
  await hand.click(area())
  await hand.keyboard('de')
  await waitForAssertion(() => expect(text()).toBe('de'))
  await hand.keyboard('l')
  await waitForAssertion(() => expect(text()).toBe('del'))
  const option = await screen.findByRole('option', { hidden: true })
  expect(option.textContent).toBe('delayBIGINT')
  await acceptCompletion(area())
  await waitForAssertion(() => expect(text()).toBe('delay'))
  expect(onChange).toHaveBeenLastCalledWith('delay')
})

it('lists completions on Ctrl + Space without the usual delay of 50 ms, and after further keys', async () => {
  const { area, view } = await open()
  const hand = userInput()
  await hand.click(area())
  await hand.keyboard('{Control>} {/Control}')
  await new Promise((after) => setTimeout(after, 30))
  expect(completionStatus(view.state)).toBe('active')
  expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(3)
  await hand.keyboard('de')
  await waitForAssertion(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(1))
  await hand.keyboard('{Escape}')
  await waitForAssertion(() => expect(completionStatus(view.state)).toBe(null))
})

it.each([
  ['without a search', {}],
  ['while others are searched', { complete: () => ({ from: 0, lists: [completions], search: async () => [] }) }],
])('lists completions in the task of the key, before any timer, %s', async (_, props) => {
  const { view } = await open(props)
  const microtasks = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  act(() => view.dispatch({ changes: { from: 0, insert: 'd' }, selection: { anchor: 1 }, userEvent: 'input.type' }))
  await microtasks()
  expect(currentCompletions(view.state).map(({ label }) => label)).toContain('delay')
  act(() => view.dispatch({ changes: { from: 0, to: 1, insert: 'x' }, userEvent: 'input.type' }))
  act(() => view.dispatch({ changes: { from: 0, to: 1 }, userEvent: 'delete' }))
  expect(completionStatus(view.state)).toBe(null)
})

it('lists known completions before a search answers, then adds the found ones and keeps the selected one', async () => {
  const table = (label: string) => ({ label, kind: 'table' as const })
  const answers: ((found: readonly ReturnType<typeof table>[]) => void)[] = []
  const known = [table('orders_b')]
  const search = () => new Promise<readonly ReturnType<typeof table>[]>((resolve) => answers.push(resolve))
  const { area, view } = await open({ complete: () => ({ from: 0, lists: [known], search }) })
  const labels = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
  await userInput().click(area())
  await userInput().keyboard('o')
  await waitForAssertion(() => expect(labels()).toEqual(['orders_b']))
  await waitForAssertion(() => expect(answers).toHaveLength(1))
  expect(labels()).toEqual(['orders_b'])
  act(() => answers[0]?.([table('orders_a')]))
  await waitForAssertion(() => expect(labels()).toEqual(['orders_a', 'orders_b']))
  expect(selectedCompletion(view.state)?.label).toBe('orders_b')
  // The next key searches again; until then the found tables stay offered.
  await userInput().keyboard('r')
  expect(labels()).toEqual(['orders_a', 'orders_b'])
  await waitForAssertion(() => expect(answers).toHaveLength(2))
  // An answer for a former text is ignored.
  await userInput().keyboard('d')
  await waitForAssertion(() => expect(answers).toHaveLength(3))
  act(() => {
    answers[1]?.([table('ord_old')])
    answers[2]?.([table('orders_a')])
  })
  await waitForAssertion(() => expect(labels()).toEqual(['orders_a', 'orders_b']))
})

it('lists the same completions while marks change', async () => {
  function Marked() {
    const [value, setValue] = useState('')
    const markers = [{ from: 0, to: 1, message: `Wrong: ${value}` }]
    const props = { label: 'Code', language: 'sql' as const, completions, markers }
    return <CodeEditor {...props} value={value} onChange={setValue} />
  }
  render(<Marked />)
  const area = () => screen.getByRole('textbox', { name: 'Code' })
  await waitForAssertion(() => expect(area().tagName).toBe('DIV'))
  const view = EditorView.findFromDOM(area()) as EditorView
  const type = (text: string, from: number) =>
    act(() =>
      view.dispatch({ changes: { from, insert: text }, selection: { anchor: from + 1 }, userEvent: 'input.type' }),
    )
  type('d', 0)
  await waitForAssertion(() => expect(completionStatus(view.state)).toBe('active'))
  type('e', 1)
  expect(completionStatus(view.state)).toBe('active')
})

it('Tab leaves the editor, and its description mentions it', async () => {
  const { area, text } = await open({ value: 'a' })
  const hand = userInput()
  act(() => area().focus())
  const described = area().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe(
    'Tab leaves the editor. Ctrl + Space lists what can stand here.',
  )
  await hand.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'After' }))
  expect(text()).toBe('a')
})

it('marks the error of invalid JSON and nothing in valid JSON', async () => {
  const { area, view } = await open({ language: 'json', value: '{"a": 1' })
  const wrong = () => [...area().querySelectorAll('.cm-wrong')].map(({ textContent }) => textContent)
  expect(wrong()).toEqual(['1'])
  act(() => view.dispatch({ changes: { from: 7, insert: '}' } }))
  expect(wrong()).toEqual([])
  act(() => view.dispatch({ changes: { from: 7, insert: ' x' } }))
  expect(wrong()).toEqual(['x'])
})

it('underlines given errors with their messages', async () => {
  const { area } = await open({ value: 'a + bb', markers: [{ from: 4, to: 6, message: 'There is no bb' }] })
  const [mark] = area().querySelectorAll('.cm-wrong')
  expect([mark?.textContent, mark?.getAttribute('title')]).toEqual(['bb', 'There is no bb'])
  expect(area().getAttribute('aria-invalid')).toBe('true')
})

it('runs the command of Ctrl + Enter without inserting a line', async () => {
  const onEnter = vi.fn<() => void>()
  const { area, text } = await open({ value: 'a', onEnter })
  act(() => area().focus())
  await userInput().keyboard('{Control>}{Enter}{/Control}')
  expect(onEnter).toHaveBeenCalledOnce()
  expect(text()).toBe('a')
})

it('keeps the cursor of a user who focused the field before the editor loaded', async () => {
  vi.resetModules()
  const fresh = await import('./CodeEditor.tsx')
  render(<fresh.CodeEditor label="Code" language="sql" value="abc" onChange={() => undefined} />)
  const area = () => screen.getByRole('textbox', { name: 'Code' })
  const plain = area() as HTMLTextAreaElement
  expect(plain.tagName).toBe('TEXTAREA')
  act(() => {
    plain.focus()
    plain.setSelectionRange(2, 2)
  })
  await waitForAssertion(() => expect(area().tagName).toBe('DIV'))
  expect(document.activeElement).toBe(area())
  expect(plain.isConnected).toBe(false)
  const { EditorView: View } = await import('@codemirror/view')
  expect(View.findFromDOM(area())?.state.selection.main.anchor).toBe(2)
})
