import { useState } from 'react'
import { pageActions } from '#client/shell/page-actions.ts'
import { pageShortcuts, type Shortcut, type ShortcutGroup } from '#client/shell/page-shortcuts.ts'
import { ShortcutTables } from '#client/shell/ShortcutTables.tsx'
import { t } from '#core/text/t.ts'
import { Switch } from '#ui/input/Switch.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { hasSingleKeys, setSingleKeys } from './single-keys.ts'

const globalShortcuts = (): ShortcutGroup => ({
  heading: t('Everywhere'),
  shortcuts: [
    { keys: 'Ctrl+K', act: t('Search or run a command') },
    { keys: '.', act: t('Repeat the last single-key shortcut') },
    { keys: '?', act: t('Show shortcuts') },
    { keys: 'Escape', act: t('Close') },
  ],
})

/** Returns the commands of the page that have a single key. */
function singleKeys(): ShortcutGroup {
  const shortcuts = pageActions().flatMap(({ keys, label }): readonly Shortcut[] =>
    keys ? [{ keys: keys.toUpperCase(), act: label }] : [],
  )
  return { heading: t('On this page'), shortcuts }
}

/** The keyboard shortcuts of this page, and a switch for single-key shortcuts. */
export function KeyboardShortcuts({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setOn] = useState(hasSingleKeys)
  const [groups] = useState(() => [singleKeys(), ...pageShortcuts(), globalShortcuts()])
  return (
    <Modal title={t('Keyboard shortcuts')} isOpen onClose={onClose}>
      <Stack gap={4}>
        <ShortcutTables groups={groups} />
        <Switch
          isSelected={isOn}
          onChange={(next) => {
            setSingleKeys(next)
            setOn(next)
          }}
        >
          {t('Single-key shortcuts')}
        </Switch>
      </Stack>
    </Modal>
  )
}
