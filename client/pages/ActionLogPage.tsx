import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportActionLog, fetchActionLog, type LogEntry, type LogFilter } from '#calls/action-log.ts'
import { fetchRelated } from '#calls/resources.ts'
import { actorText, changesText, entityText, logEntryJson } from '#client/access/log-entry-text.ts'
import { exactTimestampText, parseUtc } from '#client/session/timestamps.ts'
import { download } from '#client/shell/downloads.ts'
import { Pager } from '#client/shell/Pager.tsx'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { useDocumentTitle } from '#ui/base/use-document-title.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { phoneColumns, type TableColumn } from '#ui/display/table-column.ts'
import { DateTimeField } from '#ui/input/DateTimeField.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
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
  { value: 'sign_out', label: t('Ended sessions') },
  { value: 'invite', label: t('Invited by email') },
  { value: 'view_as_start', label: t('Began to view as') },
  { value: 'view_as_end', label: t('Stopped viewing as') },
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
  { id: 'address', title: t('Address'), width: 140, isWideOnly: true, cell: ({ address }) => address ?? '' },
  { id: 'changes', title: t('Changes'), isWideOnly: true, cell: (entry) => <Changes entry={entry} /> },
]

/** The values of the filters; days are in the user's time zone, and both are included. */
interface Selection {
  readonly action: string
  readonly user: number | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

const ALL: Selection = { action: '', user: undefined, from: undefined, to: undefined }

/** Returns the instant before the start of a day, or of the day after it. */
const beforeDay = (day: string, days: 0 | 1) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new Date(year, month - 1, date + days).getTime() - (days === 0 ? 1 : 0)).toISOString()
}

const filterOf = ({ action, user, from, to }: Selection): LogFilter => ({
  ...(action === '' ? {} : { action }),
  ...(user === undefined ? {} : { user }),
  ...(from === undefined ? {} : { after: beforeDay(from, 0) }),
  ...(to === undefined ? {} : { before: beforeDay(to, 1) }),
})

interface FiltersProps {
  readonly value: Selection
  readonly onChange: (value: Selection) => void
}

function Filters({ value, onChange }: FiltersProps) {
  const [search, setSearch] = useState('')
  const users = useQuery({
    queryKey: ['related', 'chart', 'owners', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      fetchRelated('chart', 'owners', search, signal, value.user === undefined ? [] : [value.user]),
  })
  const day = (label: string, name: 'from' | 'to') => (
    <DateTimeField
      label={label}
      calendarLabel={t('Calendar of %s', label)}
      granularity="day"
      value={value[name]}
      onChange={(next) => onChange({ ...value, [name]: next })}
    />
  )
  return (
    <Inline align="end" isWrapping>
      <Select<string>
        label={t('Action')}
        options={actions()}
        value={value.action}
        onChange={(action) => onChange({ ...value, action })}
      />
      <Select<number>
        label={t('User')}
        placeholder={t('All users')}
        options={(users.data ?? []).map((each) => ({ value: Number(each.value), label: each.text }))}
        value={value.user}
        onChange={(user) => onChange({ ...value, user })}
        isClearable
        onClear={() => onChange({ ...value, user: undefined })}
        onSearch={setSearch}
        isLoading={users.isFetching}
      />
      {day(t('From'), 'from')}
      {day(t('To'), 'to')}
      <Button
        onPress={() =>
          void download('action-log.csv', async ({ signal }) => ({
            content: await exportActionLog(filterOf(value), signal),
          }))
        }
      >
        {t('Download as CSV')}
      </Button>
    </Inline>
  )
}

/** `/actionlog/list`: who did what, and when; newest first. */
export default function ActionLogPage() {
  useDocumentTitle(t('Action log'))
  const isNarrow = useIsNarrow()
  const [page, setPage] = useState(0)
  const [selection, setSelection] = useState(ALL)
  const log = useQuery({
    queryKey: ['list', 'log', page, selection],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchActionLog({ page, pageSize: PAGE_SIZE, ...filterOf(selection) }, signal),
  })
  return (
    <Page padding="list" header={<PageHeader title={t('Action log')} />}>
      <Stack gap={2}>
        <Filters
          value={selection}
          onChange={(next) => {
            setSelection(next)
            setPage(0)
          }}
        />
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
            columns={isNarrow ? phoneColumns(columns()) : columns()}
            isLoading={log.isPending}
            empty={<EmptyState title={t('No entries')} />}
          />
        )}
        <Pager page={page} size={PAGE_SIZE} count={log.data?.count ?? 0} onPage={setPage} />
      </Stack>
    </Page>
  )
}
