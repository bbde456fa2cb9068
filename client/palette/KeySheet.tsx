import { useState } from 'react'
import { pageActions } from '#client/shell/page-actions.ts'
import { t } from '#core/text/t.ts'
import { Kbd } from '#ui/base/Kbd.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Switch } from '#ui/input/Switch.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { hasSingleKeys, setSingleKeys } from './single-keys.ts'

interface Key {
  readonly keys: string
  readonly act: string
}

const everywhere = (): readonly Key[] => [
  { keys: 'Ctrl+K', act: t('Search or run a command') },
  { keys: '.', act: t('Repeat the last single-key shortcut') },
  { keys: '?', act: t('Show shortcuts') },
  { keys: 'Escape', act: t('Close') },
]

/** The keyboard shortcuts of this page, and a switch for single-key shortcuts. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setOn] = useState(hasSingleKeys)
  const [own] = useState(() =>
    pageActions().flatMap(({ keys, label }): readonly Key[] =>
      keys ? [{ keys: keys.toUpperCase(), act: label }] : [],
    ),
  )
  return (
    <Modal title={t('Keyboard shortcuts')} isOpen onClose={onClose}>
      <Stack gap={4}>
        <Table<Key>
          label={t('Keyboard shortcuts')}
          rows={[...own, ...everywhere()]}
          rowKey={(row) => row.keys}
          columns={[
            { id: 'keys', title: t('Keys'), cell: (row) => <Kbd keys={row.keys} />, width: 180 },
            { id: 'act', title: t('Action'), cell: (row) => row.act },
          ]}
        />
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
