import { chartShortcuts, type ShortcutGroup } from '#client/shell/page-shortcuts.ts'
import { ShortcutTables } from '#client/shell/ShortcutTables.tsx'
import { t } from '#core/text/t.ts'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'

const exploreShortcuts = (): ShortcutGroup => ({
  heading: t('Explore'),
  shortcuts: [
    { keys: 'Ctrl+Enter', act: t('Run the chart') },
    { keys: 'Ctrl+S', act: t('Save the chart') },
    { keys: 'Ctrl+Z', act: t('Undo') },
    { keys: 'Ctrl+Shift+Z', act: t('Redo') },
    { keys: 'Ctrl+Y', act: t('Redo') },
    { keys: '/', act: t('Search metrics and columns') },
    { keys: 'Alt+↑', act: t('Move the selection up in its list') },
    { keys: 'Alt+↓', act: t('Move the selection down in its list') },
    { keys: 'Ctrl+K', act: t('Search or run a command') },
    { keys: 'Escape', act: t('Close') },
    { keys: '?', act: t('Show shortcuts') },
  ],
})

/** The keyboard shortcuts of Explore. */
export function ExploreShortcuts({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={t('Keyboard shortcuts')} isOpen onClose={onClose}>
      <Stack gap={4}>
        <ShortcutTables groups={[exploreShortcuts(), chartShortcuts()]} />
      </Stack>
    </Modal>
  )
}
