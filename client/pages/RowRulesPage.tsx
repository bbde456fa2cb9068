import { useState } from 'react'
import { ChangesDialog } from '#client/access/ChangesDialog.tsx'
import { RowRuleDialog } from '#client/access/RowRuleDialog.tsx'
import { changedColumn } from '#client/lists/cells.tsx'
import { EditedList } from '#client/lists/EditedList.tsx'
import type { RowRuleResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'

const nameOf = (row: RowRuleResponse) => row.name

const columns = (): readonly TableColumn<RowRuleResponse>[] => [
  { id: 'name', title: t('Name'), isSortable: true, cell: nameOf },
  {
    id: 'filter_type',
    title: t('Type'),
    isSortable: true,
    cell: ({ filter_type }) => (filter_type === 'Base' ? t('Base') : t('Regular')),
  },
  { id: 'roles', title: t('Roles'), cell: ({ roles }) => roles.map(({ name }) => name).join(', ') },
  {
    id: 'tables',
    title: t('Datasets'),
    cell: ({ tables }) => tables.map(({ table_name }) => table_name).join(', '),
  },
  { id: 'clause', title: t('Clause'), isSortable: true, isWideOnly: true, cell: ({ clause }) => clause },
  { id: 'group_key', title: t('Group key'), isSortable: true, isWideOnly: true, cell: ({ group_key }) => group_key },
  changedColumn(),
]

/** `/rowlevelsecurity/list`: the rules that restrict the rows of datasets by role. */
export default function RowRulesPage() {
  const [listed, setListed] = useState<RowRuleResponse>()
  return (
    <>
      <EditedList<RowRuleResponse>
        name="rowlevelsecurity"
        noun={t('rule')}
        title={t('Row-level security')}
        searchLabel={t('Search by name')}
        searchFilter={(value) => ({ col: 'name', opr: 'ct', value })}
        nameOf={nameOf}
        links={[{ href: '/roles/list', text: t('Roles') }]}
        addLabel={t('Rule')}
        columns={columns()}
        none={{
          icon: 'filter',
          title: t('No rules yet'),
          text: t('A rule restricts the rows of datasets that users with a role can see.'),
        }}
        moreRowActions={(rule) => (
          <IconButton icon="history" size="sm" label={t('Changes of %s', rule.name)} onPress={() => setListed(rule)} />
        )}
        dialog={(rule, onClose) => <RowRuleDialog rule={rule} onClose={onClose} />}
      />
      {listed && (
        <ChangesDialog
          name="rowlevelsecurity"
          id={listed.id}
          title={listed.name}
          onClose={() => setListed(undefined)}
        />
      )}
    </>
  )
}
