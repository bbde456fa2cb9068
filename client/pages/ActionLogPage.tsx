import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchActionLog, type LogEntry } from '#calls/action-log.ts'
import { actorText, changesText, entityText, logEntryJson } from '#client/access/log-entry-text.ts'
import { exactTimestampText, parseUtc } from '#client/session/timestamps.ts'
import { Pager } from '#client/shell/Pager.tsx'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { useDocumentTitle } from '#ui/base/use-document-title.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { stacked, type TableColumn } from '#ui/display/table-column.ts'
import { Select } from '#ui/input/Select.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { useNarrow } from '#ui/tokens/narrow.ts'
import styles from './ActionLogPage.module.css'

const PAGE_SIZE = 50

const actions = (): readonly { readonly value: string; readonly label: string }[] => [
  { value: '', label: t('All actions') },
  { value: 'create', label: t('Created') },
  { value: 'update', label: t('Changed') },
  { value: 'delete', label: t('Deleted') },
  { value: 'restore', label: t('Restored') },
  { value: 'view', label: t('Viewed') },
  { value: 'query', label: t('Queried') },
  { value: 'sign_in', label: t('Signed in') },
  { value: 'log', label: t('Reported by a client') },
]

const actionLabel = (action: string) => actions().find(({ value }) => value === action)?.label ?? action

/** A summary of the changes, and their JSON on demand. */
function Changes({ entry }: { readonly entry: LogEntry }) {
  const json = logEntryJson(entry)
  return (
    <>
      {changesText(entry)}
      {json !== '' && (
        <details className={styles['json']}>
          <summary>{t('JSON')}</summary>
          <pre>{json}</pre>
        </details>
      )}
    </>
  )
}

const columns = (): readonly TableColumn<LogEntry>[] => [
  {
    id: 'dttm',
    title: t('Time'),
    width: 200,
    cell: ({ dttm }) => exactTimestampText(parseUtc(dttm)),
  },
  { id: 'user', title: t('User'), width: 180, cell: actorText },
  { id: 'action', title: t('Action'), width: 140, cell: ({ action }) => actionLabel(action) },
  { id: 'entity', title: t('Entity'), width: 140, cell: entityText },
  { id: 'changes', title: t('Changes'), isWideOnly: true, cell: (entry) => <Changes entry={entry} /> },
]

/** `/actionlog/list`: who did what, and when; newest first. */
export default function ActionLogPage() {
  useDocumentTitle(t('Action log'))
  const isNarrow = useNarrow()
  const [page, setPage] = useState(0)
  const [action, setAction] = useState('')
  const log = useQuery({
    queryKey: ['list', 'log', page, action],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      fetchActionLog({ page, pageSize: PAGE_SIZE, ...(action === '' ? {} : { action }) }, signal),
  })
  return (
    <Page padding="list" header={<PageHeader title={t('Action log')} />}>
      <Stack gap={2}>
        <Inline>
          <Select<string>
            ariaLabel={t('Action')}
            options={actions()}
            value={action}
            onChange={(next) => {
              setAction(next)
              setPage(0)
            }}
          />
        </Inline>
        {log.isError ? (
          <ErrorPanel
            title={t('The action log cannot be read: %s', log.error.message)}
            actions={<Button onPress={() => void log.refetch()}>{t('Try again')}</Button>}
          />
        ) : (
          <Table
            label={t('Action log')}
            rows={log.data?.result ?? []}
            rowKey={({ id }) => String(id)}
            columns={isNarrow ? stacked(columns()) : columns()}
            isLoading={log.isPending}
            empty={<EmptyState title={t('No entries')} />}
          />
        )}
        <Pager page={page} size={PAGE_SIZE} count={log.data?.count ?? 0} onPage={setPage} />
      </Stack>
    </Page>
  )
}
