import { t } from '#core/text/t.ts'
import { Kbd } from '#ui/base/Kbd.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'

interface Shortcut {
  readonly keys: string
  readonly act: string
}

const shortcuts = (): readonly Shortcut[] => [
  { keys: 'Ctrl+Enter', act: t('Run the chart') },
  { keys: 'Ctrl+S', act: t('Save the chart') },
  { keys: 'Ctrl+Z', act: t('Undo') },
  { keys: 'Ctrl+Shift+Z', act: t('Redo') },
  { keys: 'Ctrl+Y', act: t('Redo') },
  { keys: '/', act: t('Search metrics and columns') },
  { keys: 'Alt+↑', act: t('Move the selection up in its list') },
  { keys: 'Alt+↓', act: t('Move what is chosen down in its list') },
  { keys: 'Escape', act: t('Close') },
  { keys: '?', act: t('Show shortcuts') },
]

/** The keyboard shortcuts of Explore. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={t('Keyboard shortcuts')} isOpen onClose={onClose}>
      <Table<Shortcut>
        label={t('Keyboard shortcuts')}
        rows={shortcuts()}
        rowKey={(row) => row.keys}
        columns={[
          { id: 'keys', title: t('Keys'), cell: (row) => <Kbd keys={row.keys} />, width: 180 },
          { id: 'act', title: t('Action'), cell: (row) => row.act },
        ]}
      />
    </Modal>
  )
}
