import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listResource } from '#calls/resources.ts'
import type { QueryHistoryRow } from '#calls/sqllab.ts'
import { historyColumns } from './history-columns.tsx'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { type HistoryFilter, historyFilters } from './history-filters.ts'
import { HistoryFilters, useDatabaseFilter } from './HistoryFilters.tsx'
import styles from './SqlLab.module.css'
import { isActive, useSqlLab, useSqlLabStore } from './state/store.ts'
import { openTab } from './tab-actions.ts'

const PAGE_SIZE = 50

/** Fetches the latest runs that contain a text and match the filters. */
function useHistory(search: string, filters: readonly HistoryFilter[], chosen: Readonly<Record<string, string>>) {
  // Each ended run adds a line to the history.
  const ended = useSqlLab((state) => Object.values(state.queries).filter((query) => !isActive(query)).length)
  return useQuery({
    queryKey: ['list', 'query', 'panel', search, chosen, ended],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      listResource<QueryHistoryRow>(
        'query',
        {
          filters: [
            ...(search === '' ? [] : [{ col: 'sql', opr: 'ct', value: search }]),
            ...filters.flatMap(({ id, condition }) => (chosen[id] === undefined ? [] : [condition(chosen[id])])),
          ],
          order_column: 'start_time',
          order_direction: 'desc',
          page_size: PAGE_SIZE,
        },
        signal,
      ),
  })
}

/** The user's runs, newest first. A press opens the SQL in a new tab. */
export function HistoryPanel() {
  const store = useSqlLabStore()
  const [search, setSearch] = useState('')
  const [chosen, choose] = useState<Readonly<Record<string, string>>>({})
  const filters = [useDatabaseFilter(), ...historyFilters()]
  const isFiltered = search !== '' || Object.keys(chosen).length > 0
  const history = useHistory(search, filters, chosen)
  const open = (row: QueryHistoryRow) =>
    openTab(store, {
      sql: row.sql ?? '',
      schema: row.schema,
      ...(row.database?.id === undefined ? {} : { databaseId: row.database.id }),
      ...(row.tab_name ? { label: row.tab_name } : {}),
    })
  if (history.isError)
    return <ErrorPanel title={t('The query history could not be read')} text={history.error.message} />
  return (
    <div className={styles['panel']}>
      <div className={styles['tools']}>
        <SearchField
          label={t('Search the history')}
          placeholder={t('Search SQL')}
          size="sm"
          value={search}
          onChange={setSearch}
          delay={300}
        />
        <HistoryFilters filters={filters} values={chosen} onChange={choose} />
        <TextLink href="/sqllab/history">{t('View all')}</TextLink>
      </div>
      <div className={styles['scroll']}>
        <Table<QueryHistoryRow>
          label={t('Query history')}
          rows={history.data?.result ?? []}
          rowKey={({ id }) => String(id)}
          columns={historyColumns(open)}
          isDense
          isLoading={history.isPending}
          onOpen={open}
          empty={<EmptyState title={isFiltered ? t('No query matches') : t('No queries have run yet')} />}
        />
      </div>
    </div>
  )
}
