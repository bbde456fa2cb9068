import { render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { hands, soon } from '#testing/hands.ts'
import { Button } from '#ui/input/Button.tsx'
import { TextField } from '#ui/input/TextField.tsx'
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

it('the focus goes back to what opened a dialog, also where another has taken its place meanwhile', async () => {
  render(<Page />)
  const edit = screen.getByRole('button', { name: 'Edit' })
  for (const isReady of [false, true]) {
    edit.focus()
    await hands().keyboard('{Enter}')
    if (isReady) {
      await hands().click(await screen.findByRole('button', { name: 'Ready' }))
      expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDefined()
    } else {
      await screen.findByRole('button', { name: 'Ready' })
    }
    await hands().keyboard('{Escape}')
    await soon(() => expect(document.activeElement).toBe(edit))
  }
})

/** A dialog that waits, and is replaced by one with fields when an answer comes, outside of any event. */
function Loading() {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLoaded(true), 20)
    return () => clearTimeout(timer)
  }, [])
  const nothing = () => undefined
  return isLoaded ? <Fields onClose={nothing} /> : <Waiting onReady={nothing} onClose={nothing} />
}

it('a dialog that replaces a waiting one is never inert, for an inert field loses the focus', async () => {
  const hidden: string[] = []
  const watch = new MutationObserver((changes) => {
    for (const { target, attributeName } of changes)
      if (target instanceof HTMLElement && target.querySelector('input') && attributeName !== null)
        if (target.inert || target.ariaHidden === 'true') hidden.push(attributeName)
  })
  watch.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['inert', 'aria-hidden'] })
  render(<Loading />)
  expect(await screen.findByRole('button', { name: 'Ready' })).toBeDefined()
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDefined()
  await soon(() => expect(document.querySelector('[data-react-aria-top-layer] input')).toBeNull())
  watch.disconnect()
  expect(hidden).toEqual([])
})
