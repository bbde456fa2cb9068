import { localNumber } from '#core/format/locale.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { findTables, listSchemas } from '#calls/databases.ts'
import { useDebouncedValue } from '#ui/base/use-debounced-value.ts'
import { session } from '#client/session/session.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { LazyShareDialog } from '#client/shell/ShareAction.tsx'
import { isAdmin } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Select } from '#ui/input/Select.tsx'
import { toast } from '#ui/overlay/toast.ts'
import styles from './SqlLab.module.css'
import { actions, type EditorTab, useActiveTabSummary, useSqlLab, useSqlLabStore } from './state/store.ts'
import { TableEntry } from './TableEntry.tsx'
import { tablesKey, useTables } from './use-tables.ts'

const NONE: readonly never[] = []

/** The database and schema of a tab. */
type TabSchema = Pick<EditorTab, 'databaseId' | 'schema'>

/** Fetches the schemas of a database. */
function useSchemas(databaseId: number | null) {
  return useQuery({
    queryKey: ['schemas', databaseId],
    queryFn: () => listSchemas(databaseId ?? 0),
    enabled: databaseId !== null,
  })
}

/** The usual default schemas of databases. */
const USUAL = ['public', 'main']

/** Returns the initial schema of a tab without one. */
function defaultSchemaName(schemas: readonly string[]): string | null {
  return USUAL.find((name) => schemas.includes(name)) ?? schemas[0] ?? null
}

/** Selects the database and the schema of the tab with this key. */
const Choices = memo(function Choices({
  tabKey: key,
  databaseId,
  schema: chosen,
}: TabSchema & { readonly tabKey: string }) {
  const store = useSqlLabStore()
  const databases = useSqlLab((state) => state.databases)
  const schemas = useSchemas(databaseId)
  const names = schemas.data ?? NONE
  const usual = defaultSchemaName(names)
  useEffect(() => {
    if (chosen === null && usual !== null) actions.changeTab(store, key, { schema: usual })
  }, [chosen, usual, store, key])
  const options = Object.values(databases)
    .toSorted((a, b) => a.database_name.localeCompare(b.database_name))
    .map((each) => ({ value: each.id, label: each.database_name, detail: each.backend }))
  return (
    <>
      <Select<number>
        label={t('Database')}
        placeholder={t('Select a database')}
        icon="database"
        options={options}
        value={databaseId ?? undefined}
        onChange={(next) => {
          if (next !== databaseId) actions.changeTab(store, key, { databaseId: next, schema: null })
        }}
      />
      <Select<string>
        label={t('Schema')}
        placeholder={names.length === 0 ? t('No schema') : t('Select a schema')}
        isLoading={schemas.isFetching}
        isDisabled={databaseId === null}
        options={names.map((name) => ({ value: name, label: name }))}
        value={chosen ?? undefined}
        onChange={(schema) => actions.changeTab(store, key, { schema })}
        {...(schemas.isError ? { error: schemas.error.message } : {})}
      />
    </>
  )
})

interface TableListProps {
  readonly databaseId: number
  readonly schema: string
  readonly search: string
}

/** Returns a function that reloads the tables of the database. */
function useRefresh({ databaseId, schema }: TabSchema) {
  const client = useQueryClient()
  return useSingleMutation({
    // The server drops its lists of the database, and answers the next requests anew.
    mutationFn: () => findTables({ databaseId: databaseId ?? 0, schema: schema ?? '' }, { isForced: true }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: tablesKey(databaseId, schema).slice(0, 2) })
      void client.invalidateQueries({ queryKey: ['table-details', databaseId] })
      void client.invalidateQueries({ queryKey: ['schemas', databaseId] })
    },
    onError: (error) => toast.show({ text: t('The tables could not be read: %s', error.message), tone: 'danger' }),
  })
}

/** The button that shares the schema; for administrators. */
function ShareSchema({ databaseId, schema }: { readonly databaseId: number; readonly schema: string }) {
  const [isOpen, setOpen] = useState(false)
  const name = useSqlLab((state) => state.databases[databaseId]?.database_name) ?? ''
  if (!isAdmin(session().user)) return null
  return (
    <>
      <IconButton icon="share" size="sm" label={t('Share the schema %s', schema)} onPress={() => setOpen(true)} />
      {isOpen && (
        <LazyShareDialog
          object={{ type: 'database', id: databaseId }}
          schema={schema}
          title={name}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** The tables that match the search, page by page, with the number of all. */
function TableList({ databaseId, schema, search }: TableListProps) {
  const wanted = useDebouncedValue(search.trim())
  const tables = useTables(databaseId, schema, wanted)
  const { count, tables: listed } = tables.data ?? { count: 0, tables: NONE }
  // The former list is shown until the answer to the last text arrives.
  const isOutdated = tables.isPlaceholderData || wanted !== search.trim()
  return (
    <>
      {tables.isPending && <Skeleton shape="rows" label={t('Loading the tables')} />}
      {tables.isError && (
        <ErrorPanel
          title={t('The tables could not be read')}
          text={tables.error.message}
          actions={<Button onPress={() => void tables.refetch()}>{t('Try again')}</Button>}
        />
      )}
      {tables.data && !isOutdated && count === 0 && (
        <EmptyState title={wanted === '' ? t('This schema has no tables') : t('No table matches')} />
      )}
      <ul className={styles['tables']} aria-label={t('Tables and views')} aria-busy={isOutdated}>
        {listed.map((table) => (
          <TableEntry key={table.value} table={table} databaseId={databaseId} schema={schema} />
        ))}
      </ul>
      {listed.length < count && (
        <div className={styles['more']}>
          <span role="status">{t('%s of %s', localNumber.format(listed.length), localNumber.format(count))}</span>
          <Button
            size="sm"
            variant="quiet"
            isPending={tables.isFetchingNextPage}
            onPress={() => void tables.fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The tables of a schema. Not rendered again for each key press in the editor. */
const Tables = memo(function Tables({ databaseId, schema }: TabSchema) {
  const [search, setSearch] = useState('')
  const refresh = useRefresh({ databaseId, schema })
  if (databaseId === null || schema === null)
    return <EmptyState title={databaseId === null ? t('Select a database') : t('Select a schema')} />
  return (
    <>
      <div className={styles['browserTools']}>
        <SearchField
          label={t('Search tables')}
          placeholder={t('Search tables')}
          size="sm"
          value={search}
          onChange={setSearch}
          isWide
        />
        <IconButton
          icon="refresh"
          size="sm"
          label={t('Refresh the tables')}
          isPending={refresh.isPending}
          onPress={() => refresh.mutate()}
        />
        <ShareSchema databaseId={databaseId} schema={schema} />
      </div>
      <TableList databaseId={databaseId} schema={schema} search={search} />
    </>
  )
})

/** The database and schema of the active tab, and its tables with their columns. */
export function SchemaBrowser() {
  const tab = useActiveTabSummary()
  return (
    <aside className={styles['browser']} aria-label={t('Schema browser')}>
      {tab?.isLoaded ? (
        <>
          <div className={styles['choices']}>
            <Choices tabKey={tab.key} databaseId={tab.databaseId} schema={tab.schema} />
          </div>
          <Tables key={`${tab.databaseId} ${tab.schema}`} databaseId={tab.databaseId} schema={tab.schema} />
        </>
      ) : (
        <Skeleton shape="rows" label={t('Loading')} />
      )}
    </aside>
  )
}
