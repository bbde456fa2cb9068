import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { field, press, write } from '#testing/hands.ts'
import { ControlPopover } from './ControlPopover.tsx'
import { ItemEditor } from './ItemEditor.tsx'

function Opened({ onClose }: { readonly onClose: () => void }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const fields = [{ kind: 'text', name: 'name', label: 'Name' }]
  return (
    <>
      <button type="button" ref={anchor}>
        Anchor
      </button>
      <ControlPopover label="Edit" anchor={anchor} placement="right" onClose={onClose}>
        <ItemEditor
          item={{ name: 'Speed' }}
          fields={fields as never}
          context={{ form: {} } as never}
          onSave={() => undefined}
          onClose={onClose}
        />
      </ControlPopover>
    </>
  )
}

it('Escape closes an editor without changes, and asks where there are some; only the answer discards them', async () => {
  const onClose = vi.fn<() => void>()
  render(<Opened onClose={onClose} />)
  const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  field('Name').focus()
  escape()
  expect(onClose).toHaveBeenCalledOnce()
  await write('Name', 'Height')
  escape()
  expect(screen.getByText('There are unsaved changes.')).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Keep editing')
  escape()
  expect(screen.queryByText('There are unsaved changes.')).toBeNull()
  expect([onClose.mock.calls.length, field('Name').value]).toEqual([1, 'Height'])
  escape()
  await press('Yes, cancel')
  expect(onClose).toHaveBeenCalledTimes(2)
})
