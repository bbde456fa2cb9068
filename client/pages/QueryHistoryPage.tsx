import { useNavigate } from '@tanstack/react-router'
import type { QueryHistoryRow } from '#calls/sqllab.ts'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { databaseFilter } from '#client/lists/list-filter.ts'
import { historyColumns, shortSql } from '#client/sqllab/history-columns.tsx'
import { historyFilters } from '#client/sqllab/history-filters.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'

const nameOf = (row: QueryHistoryRow) => shortSql(row.sql) || t('[ no SQL ]')

/** `/sqllab/history`: the SQL runs that the user may see; a press opens one in the editor. */
export default function QueryHistoryPage() {
  const navigate = useNavigate()
  const open = (row: QueryHistoryRow) => void navigate({ href: `/sqllab?queryId=${row.id}` })
  return (
    <ResourceList<QueryHistoryRow>
      name="query"
      noun={t('query')}
      title={t('Query history')}
      searchLabel={t('Search by SQL')}
      searchFilter={(value) => ({ col: 'sql', opr: 'ct', value })}
      nameOf={nameOf}
      filters={[databaseFilter(), ...historyFilters()]}
      links={[
        { href: '/sqllab', text: t('SQL editor') },
        { href: '/saved_query/list', text: t('Saved queries') },
      ]}
      order={{ order: 'start_time', isDescending: true }}
      isReadOnly
      onOpen={open}
      columns={historyColumns(open)}
      empty={() => (
        <EmptyState
          size="lg"
          icon="history"
          title={t('No queries have run yet')}
          text={t('SQL that you run in the SQL editor is listed here.')}
          actions={<LinkButton href="/sqllab">{t('SQL editor')}</LinkButton>}
        />
      )}
    />
  )
}
