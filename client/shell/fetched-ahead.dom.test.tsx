import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { press, waitForAssertion } from '#testing/user-input.ts'
import { Button } from '#ui/base/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { loadFailureText, onDemand, type OnDemandPart } from './on-demand.tsx'

interface Props {
  readonly onClose: () => void
}

function MountReport({ onClose }: Props) {
  const [count, setCount] = useState(0)
  return (
    <Modal title="Told" isOpen onClose={onClose}>
      <Button onPress={() => setCount(count + 1)}>{`Counted ${count}`}</Button>
    </Modal>
  )
}

function Page({ dialog: Dialog }: { readonly dialog: OnDemandPart<Props> }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button onPress={() => setShown(true)}>Tell</Button>
      {isShown && <Dialog onClose={() => setShown(false)} />}
    </>
  )
}

beforeEach(() => toast.clear())

it('a dialog is fetched once when it is opened, and the focus returns to its opener', async () => {
  let fetched = 0
  const dialog = onDemand(async () => {
    fetched += 1
    return MountReport
  })
  render(<Page dialog={dialog} />)
  expect(fetched).toBe(0)
  for (const _ of [1, 2]) {
    await press('Tell')
    expect(await screen.findByRole('dialog', { name: 'Told' })).toBeDefined()
    await press('Counted 0')
    expect(screen.getByRole('button', { name: 'Counted 1' })).toBeDefined()
    await press('Close')
    await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitForAssertion(() => expect(document.activeElement?.textContent).toBe('Tell'))
  }
  expect(fetched).toBe(1)
})

it('a prefetched dialog appears on its first render', async () => {
  const dialog = onDemand(async () => MountReport)
  dialog.fetch()
  await Promise.resolve()
  const Dialog = dialog
  render(<Dialog onClose={() => undefined} />)
  expect(screen.getByRole('dialog', { name: 'Told' })).toBeDefined()
})

it('a dialog that cannot be fetched shows an error and closes; it opens once there is a connection', async () => {
  let isLost = true
  const dialog = onDemand(async () => {
    if (isLost) throw new Error('offline')
    return MountReport
  })
  dialog.fetch()
  render(<Page dialog={dialog} />)
  await press('Tell')
  await waitForAssertion(() => expect(toast.first()?.text).toBe(loadFailureText()))
  isLost = false
  await press('Tell')
  expect(await screen.findByRole('dialog', { name: 'Told' })).toBeDefined()
})
