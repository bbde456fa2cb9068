import { GroupDialog } from '#client/access/GroupDialog.tsx'
import { changedColumn } from '#client/lists/cells.tsx'
import { EditedList } from '#client/lists/EditedList.tsx'
import type { GroupResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import type { TableColumn } from '#ui/display/table-column.ts'

const nameOf = (row: GroupResponse) => row.name

const columns = (): readonly TableColumn<GroupResponse>[] => [
  { id: 'name', title: t('Name'), isSortable: true, cell: nameOf },
  { id: 'label', title: t('Label'), isSortable: true, isWideOnly: true, cell: ({ label }) => label },
  { id: 'roles', title: t('Roles'), cell: ({ roles }) => roles.map(({ name }) => name).join(', ') },
  { id: 'users', title: t('Users'), align: 'end', cell: ({ users }) => users.length },
  changedColumn(),
]

/** `/list_groups`: groups of users and the roles that they give. */
export default function GroupsPage() {
  return (
    <EditedList<GroupResponse>
      name="security/groups"
      noun={t('group')}
      title={t('Groups')}
      searchLabel={t('Search by name')}
      searchFilter={(value) => ({ col: 'name', opr: 'ct', value })}
      nameOf={nameOf}
      links={[
        { href: '/users/list', text: t('Users') },
        { href: '/roles/list', text: t('Roles') },
      ]}
      addLabel={t('Group')}
      columns={columns()}
      none={{ icon: 'user', title: t('No groups yet'), text: t('A group gives its roles to all of its users.') }}
      dialog={(group, onClose) => <GroupDialog group={group} onClose={onClose} />}
    />
  )
}
