import { t } from '#core/text/t.ts'
import { Kbd } from '#ui/base/Kbd.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { Shortcut, ShortcutGroup } from './page-shortcuts.ts'

/** Keyboard shortcuts, one table for each group that has any. */
export function ShortcutTables({ groups }: { readonly groups: readonly ShortcutGroup[] }) {
  return groups
    .filter(({ shortcuts }) => shortcuts.length > 0)
    .map(({ heading, shortcuts }) => (
      <section key={heading}>
        <h3>{heading}</h3>
        <Table<Shortcut>
          label={heading}
          rows={shortcuts}
          rowKey={(row) => row.keys}
          columns={[
            { id: 'keys', title: t('Keys'), cell: (row) => <Kbd keys={row.keys} />, width: 180 },
            { id: 'act', title: t('Action'), cell: (row) => row.act },
          ]}
        />
      </section>
    ))
}
