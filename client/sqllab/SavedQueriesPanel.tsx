import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listResource } from '#calls/resources.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { SavedQueryResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Chip } from '#ui/display/Chip.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { savedQueryTab } from './open-request.ts'
import styles from './SqlLab.module.css'
import { useSqlLabStore } from './state/store.ts'
import { openTab } from './tab-actions.ts'

const PAGE_SIZE = 50

const columns = (open: (row: SavedQueryResponse) => void): readonly TableColumn<SavedQueryResponse>[] => [
  {
    id: 'label',
    title: t('Name'),
    cell: (row) => (
      <Button variant="quiet" size="sm" className={styles['sqlLine']} onPress={() => open(row)}>
        {row.label || t('[ untitled ]')}
      </Button>
    ),
  },
  { id: 'description', title: t('Description'), isWideOnly: true, cell: (row) => row.description },
  {
    id: 'tags',
    title: t('Tags'),
    width: 160,
    isWideOnly: true,
    isEmpty: ({ tags = [] }) => tags.length === 0,
    cell: ({ tags = [] }) =>
      tags.map(({ id, name }) => (
        <Chip key={id} size="sm">
          {name}
        </Chip>
      )),
  },
  {
    id: 'database',
    title: t('Database'),
    width: 150,
    isWideOnly: true,
    cell: (row) => row.database?.database_name,
  },
  {
    id: 'changed',
    title: t('Modified'),
    width: 140,
    isQuiet: true,
    cell: (row) => row.changed_on_delta_humanized,
  },
]

/** The user's saved queries; a press opens one in a new tab. */
export function SavedQueriesPanel() {
  const store = useSqlLabStore()
  const [search, setSearch] = useState('')
  const queries = useQuery({
    queryKey: ['list', 'saved_query', 'panel', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      listResource<SavedQueryResponse>(
        'saved_query',
        { filters: search === '' ? [] : [{ col: 'label', opr: 'all_text', value: search }], page_size: PAGE_SIZE },
        signal,
      ),
  })
  const opening = useSingleMutation({
    mutationFn: ({ id }: SavedQueryResponse) => savedQueryTab(id),
    onSuccess: (tab) => openTab(store, tab),
    onError: ({ message }) => toast.show({ text: t('The query could not be opened: %s', message), tone: 'danger' }),
  })
  const open = (row: SavedQueryResponse) => opening.mutate(row)
  if (queries.isError)
    return <ErrorPanel title={t('The saved queries could not be read')} text={queries.error.message} />
  return (
    <div className={styles['panel']}>
      <div className={styles['tools']}>
        <SearchField
          label={t('Search saved queries')}
          placeholder={t('Search')}
          size="sm"
          value={search}
          onChange={setSearch}
          delay={300}
        />
        <TextLink href="/saved_query/list">{t('View all')}</TextLink>
      </div>
      <div className={styles['scroll']}>
        <Table<SavedQueryResponse>
          label={t('Saved queries')}
          rows={queries.data?.result ?? []}
          rowKey={({ id }) => String(id)}
          columns={columns(open)}
          isDense
          isLoading={queries.isPending}
          onOpen={open}
          empty={<EmptyState title={search === '' ? t('No saved queries yet') : t('No saved query matches')} />}
        />
      </div>
    </div>
  )
}
