import { render, screen } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { userInput, waitForAssertion } from '#testing/user-input.ts'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Modal } from './Modal.tsx'

const Waiting = ({ onReady, onClose }: { readonly onReady: () => void; readonly onClose: () => void }) => (
  <Modal title="Properties" isOpen onClose={onClose} footer={<Button onPress={onReady}>Ready</Button>}>
    Loading
  </Modal>
)

function Fields({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Properties" isOpen onClose={onClose}>
      <TextField label="Name" value="" onChange={() => undefined} autoFocus />
    </Modal>
  )
}

function Page() {
  const [at, go] = useState<'page' | 'waiting' | 'fields'>('page')
  const close = () => go('page')
  return (
    <>
      <Button onPress={() => go('waiting')}>Edit</Button>
      {at === 'waiting' && <Waiting onReady={() => go('fields')} onClose={close} />}
      {at === 'fields' && <Fields onClose={close} />}
    </>
  )
}

it('returns the focus to the opener of a dialog, or to its replacement', async () => {
  render(<Page />)
  const edit = screen.getByRole('button', { name: 'Edit' })
  for (const isReady of [false, true]) {
    edit.focus()
    await userInput().keyboard('{Enter}')
    if (isReady) {
      await userInput().click(await screen.findByRole('button', { name: 'Ready' }))
      expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDefined()
    } else {
      await screen.findByRole('button', { name: 'Ready' })
    }
    await userInput().keyboard('{Escape}')
    await waitForAssertion(() => expect(document.activeElement).toBe(edit))
  }
})

/** Open dialogs hide elements that are added to the page, unless they have this attribute. */
const hasMarkup = () => document.querySelector('[data-react-aria-top-layer] input') !== null

function Opening({ onCommit }: { readonly onCommit: (isMarkedNow: boolean) => void }) {
  // Runs before mutation observers of the page, and before the effects of a replaced dialog are cleaned up.
  useLayoutEffect(() => {
    onCommit(hasMarkup())
  }, [onCommit])
  return <Fields onClose={() => undefined} />
}

it('an opening dialog is marked as not to be hidden by the dialog it replaces, until it is open', () => {
  const marks: boolean[] = []
  render(<Opening onCommit={(isMarkedNow) => marks.push(isMarkedNow)} />)
  expect(marks[0]).toBe(true)
  expect(hasMarkup()).toBe(false)
})
