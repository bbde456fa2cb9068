import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userInput, waitForAssertion } from '#testing/user-input.ts'
import type { CodeEditor as Editor } from './CodeEditor.tsx'
import type { CodePane as Pane } from './CodePane.tsx'

const CODE = './code/CodeMirror.tsx'

const options = { dialect: 'standard' } as const

interface EditorsProps {
  readonly CodeEditor: typeof Editor
  readonly CodePane: typeof Pane
}

function Editors({ CodeEditor, CodePane }: EditorsProps) {
  const [text, setText] = useState('')
  return (
    <>
      <CodeEditor label="Field" language="sql" value={text} onChange={setText} />
      <CodePane label="Pane" value={text} onChange={setText} options={options} />
    </>
  )
}

it('a code editor whose code cannot be loaded is a text field, and becomes an editor once the browser is online', async () => {
  // The editors of other tests have loaded their code.
  vi.resetModules()
  const load = vi.fn<() => never>(() => {
    throw new Error('offline')
  })
  vi.doMock(CODE, load)
  const [{ CodeEditor }, { CodePane }] = await Promise.all([import('./CodeEditor.tsx'), import('./CodePane.tsx')])
  render(<Editors CodeEditor={CodeEditor} CodePane={CodePane} />)
  const boxes = () => screen.getAllByRole('textbox').map((box) => box.tagName)
  await waitForAssertion(() => expect(load).toHaveBeenCalled())
  expect(boxes()).toEqual(['TEXTAREA', 'TEXTAREA'])
  await userInput().type(screen.getByRole('textbox', { name: 'Field' }), 'select 1')
  vi.doUnmock(CODE)
  await waitForAssertion(() => {
    act(() => void window.dispatchEvent(new Event('online')))
    expect(boxes()).toEqual(['DIV', 'DIV'])
  })
  expect(screen.getByRole('textbox', { name: 'Pane' }).textContent).toBe('select 1')
})
