import { t } from '#core/text/t.ts'
import { Kbd } from '#ui/base/Kbd.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'

interface Shortcut {
  readonly keys: string
  readonly act: string
}

const shortcuts = (): readonly Shortcut[] => [
  { keys: 'Ctrl+Enter', act: t('Run the selection, or everything') },
  { keys: 'Shift+Enter', act: t('Run the statement at the cursor') },
  { keys: 'Escape', act: t('Close completion, search or a menu; then stop the run') },
  { keys: 'Ctrl+Space', act: t('List what can stand at the cursor') },
  { keys: 'Ctrl+/', act: t('Toggle comment') },
  { keys: 'Ctrl+Shift+F', act: t('Format SQL') },
  { keys: 'Ctrl+F', act: t('Find and replace') },
  { keys: 'Ctrl+S', act: t('Save query') },
  { keys: 'Tab', act: t('Leave the editor') },
  { keys: '?', act: t('Show shortcuts') },
]

/** The keyboard shortcuts of the SQL editor. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
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
