import type { ShortcutGroup } from '#client/shell/page-shortcuts.ts'
import { t } from '#core/text/t.ts'

/** Returns the shortcuts of a dashboard in edit mode. */
export const editShortcuts = (): readonly ShortcutGroup[] => [
  {
    heading: t('Dashboard'),
    shortcuts: [
      { keys: 'Ctrl+S', act: t('Save') },
      { keys: 'Ctrl+Z', act: t('Undo') },
      { keys: 'Ctrl+Shift+Z', act: t('Redo') },
    ],
  },
  {
    heading: t('On an element'),
    shortcuts: [
      { keys: t('Arrows'), act: t('Go to the next element, or move the picked-up one') },
      { keys: 'Space', act: t('Pick up or drop the element') },
      { keys: `Shift+${t('Arrows')}`, act: t('Resize the element') },
      { keys: 'Enter', act: t('Edit the title or text') },
      { keys: 'Delete', act: t('Delete the element') },
      { keys: 'Escape', act: t('Cancel the move, or clear the selection') },
    ],
  },
  {
    heading: t('On a tab'),
    shortcuts: [
      { keys: 'F2', act: t('Rename') },
      { keys: 'Shift+←', act: t('Move left') },
      { keys: 'Shift+→', act: t('Move right') },
      { keys: 'Ctrl+D', act: t('Duplicate') },
      { keys: 'Delete', act: t('Delete') },
    ],
  },
]
