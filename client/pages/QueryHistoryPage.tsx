import { useNavigate } from '@tanstack/react-router'
import type { QueryHistoryRow } from '#calls/sqllab.ts'
import { databaseFilter, type ListFilter } from '#client/lists/list-filter.ts'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { historyColumns, sqlLine } from '#client/sqllab/history-columns.tsx'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'

const DAY = 86_400_000

const stateFilter = (): ListFilter => ({
  id: 'status',
  label: t('Status'),
  options: [
    { value: 'success', label: t('Finished') },
    { value: 'failed', label: t('Failed') },
    { value: 'stopped', label: t('Stopped') },
    { value: 'running', label: t('Running') },
  ],
  condition: (value) => ({ col: 'status', opr: 'eq', value }),
})

/** Runs that started within the last days. */
const timeFilter = (): ListFilter => ({
  id: 'since',
  label: t('Started'),
  options: [
    { value: '1', label: t('Last day') },
    { value: '7', label: t('Last week') },
    { value: '30', label: t('Last month') },
  ],
  condition: (value) => ({ col: 'start_time', opr: 'gt', value: Date.now() - Number(value) * DAY }),
})

const nameOf = (row: QueryHistoryRow) => sqlLine(row.sql) || t('[ no SQL ]')

/** `/sqllab/history` : the runs of SQL that the user may see; pressing one opens it in the editor. */
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
      filters={[databaseFilter(), stateFilter(), timeFilter()]}
      links={[
        { href: '/sqllab', text: t('SQL editor') },
        { href: '/saved_query/list', text: t('Saved queries') },
      ]}
      order="start_time"
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
