import type { Shortcut } from '#client/shell/page-shortcuts.ts'
import { ShortcutTables } from '#client/shell/ShortcutTables.tsx'
import { t } from '#core/text/t.ts'
import { Modal } from '#ui/overlay/Modal.tsx'

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
      <ShortcutTables groups={[{ heading: t('SQL editor'), shortcuts: shortcuts() }]} />
    </Modal>
  )
}
