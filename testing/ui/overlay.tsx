import { useRef } from 'react'
import { type Entries, button, items } from './entry.ts'
import { Button } from '#ui/base/Button.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { ContextMenu } from '#ui/overlay/ContextMenu.tsx'
import { Drawer } from '#ui/overlay/Drawer.tsx'
import { InfoTooltip } from '#ui/base/InfoTooltip.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { PointTooltip } from '#ui/overlay/PointTooltip.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { Tooltip } from '#ui/base/Tooltip.tsx'

function Tip() {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} />
      <PointTooltip anchor={anchor}>It</PointTooltip>
    </>
  )
}

/** The contract of overlays. */
export const overlay: Entries = {
  ConfirmDialog: {
    draw: (onClose) => (
      <ConfirmDialog title="It" isOpen onClose={onClose} onConfirm={() => {}} confirmLabel="Yes" cancelLabel="No">
        In it
      </ConfirmDialog>
    ),
    role: 'alertdialog',
    name: 'It',
    keys: ['{Escape}'],
    isOver: true,
  },
  ContextMenu: {
    draw: (done) => <ContextMenu label="It" items={items(done)} at={{ x: 1, y: 1 }} onClose={done} />,
    role: 'menu',
    name: 'It',
    keys: ['{ArrowDown}{Enter}', '{Escape}'],
  },
  Drawer: {
    draw: (onClose) => (
      <Drawer title="It" isOpen onClose={onClose}>
        In it
      </Drawer>
    ),
    role: 'dialog',
    name: 'It',
    keys: ['{Escape}'],
    isOver: true,
  },
  InfoTooltip: { draw: () => <InfoTooltip text="why" label="It" />, ...button, keys: [''], opens: 'tooltip' },
  Menu: {
    draw: (done) => <Menu label="It" items={items(done)} trigger={<Button>It</Button>} />,
    ...button,
    keys: ['{Enter}', ' ', '{ArrowDown}'],
    opens: 'menu',
  },
  Modal: {
    draw: (onClose) => (
      <Modal title="It" isOpen onClose={onClose}>
        In it
      </Modal>
    ),
    role: 'dialog',
    name: 'It',
    keys: ['{Escape}'],
    isOver: true,
  },
  PointTooltip: { draw: () => <Tip />, role: 'tooltip' },
  Popover: {
    draw: () => (
      <Popover label="It" trigger={<Button>It</Button>}>
        In it
      </Popover>
    ),
    ...button,
    opens: 'dialog',
  },
  ToastRegion: { draw: () => <ToastRegion />, role: 'status' },
  Tooltip: {
    draw: () => (
      <Tooltip text="why">
        <Button>It</Button>
      </Tooltip>
    ),
    ...button,
    keys: [''],
    opens: 'tooltip',
  },
}
