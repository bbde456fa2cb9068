import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userInput, waitForAssertion } from '#testing/user-input.ts'
import { CodeEditor } from './CodeEditor.tsx'
import { CodePane } from './CodePane.tsx'

const network = vi.hoisted(() => ({ isOffline: true, requests: 0 }))
vi.mock('./code/CodeMirror.tsx', async (original) => {
  network.requests += 1
  if (network.isOffline) throw new Error('offline')
  return original()
})

const options = { dialect: 'standard' } as const

function Editors() {
  const [text, setText] = useState('')
  return (
    <>
      <CodeEditor label="Field" language="sql" value={text} onChange={setText} />
      <CodePane label="Pane" value={text} onChange={setText} options={options} />
    </>
  )
}

it('a code editor whose code cannot be loaded is a text field, and becomes an editor once the browser is online', async () => {
  render(<Editors />)
  const boxes = () => screen.getAllByRole('textbox').map((box) => box.tagName)
  await waitForAssertion(() => expect(network.requests).toBeGreaterThan(0))
  expect(boxes()).toEqual(['TEXTAREA', 'TEXTAREA'])
  await userInput().type(screen.getByRole('textbox', { name: 'Field' }), 'select 1')
  network.isOffline = false
  await waitForAssertion(() => {
    act(() => void window.dispatchEvent(new Event('online')))
    expect(boxes()).toEqual(['DIV', 'DIV'])
  })
  expect(screen.getByRole('textbox', { name: 'Pane' }).textContent).toBe('select 1')
})
