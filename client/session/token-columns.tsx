import { timestampText } from '#client/session/timestamps.ts'
import type { ApiTokenResponse } from '#core/rest/me.ts'
import { t } from '#core/text/t.ts'
import type { TableColumn } from '#ui/display/table-column.ts'

/** The server sends timestamps in UTC without a zone. */
const timeText = (instant: string | null) => (instant === null ? t('Never') : timestampText(Date.parse(`${instant}Z`)))

const scopeText = ({ scope, role }: ApiTokenResponse) => {
  const access = scope === 'read' ? t('Read') : t('Read and write')
  if (role === null) return access
  return role.name === null ? t('%s, deleted role', access) : t('%s, role %s', access, role.name)
}

/** Returns the columns of a table of API tokens. */
export function tokenColumns(): readonly TableColumn<ApiTokenResponse>[] {
  return [
    { id: 'name', title: t('Name'), cell: ({ name }) => name },
    { id: 'prefix', title: t('Token'), width: 150, cell: ({ prefix }) => <code>{`${prefix}…`}</code> },
    {
      id: 'scope',
      title: t('Scope'),
      width: 190,
      cell: scopeText,
    },
    {
      id: 'last_used_on',
      title: t('Last used'),
      width: 190,
      isWideOnly: true,
      cell: (row) => timeText(row.last_used_on),
    },
    { id: 'expires_on', title: t('Expires'), width: 190, isWideOnly: true, cell: (row) => timeText(row.expires_on) },
  ]
}
