import { useState } from 'react'
import { t } from '#core/text/t.ts'
import { saveBundle } from '#client/shell/save-bundle.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { stacked } from '#ui/display/table-column.ts'
import { Button } from '#ui/input/Button.tsx'
import { IconButton } from '#ui/input/IconButton.tsx'
import { useNarrow } from '#ui/tokens/narrow.ts'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { ImportBundle } from './import/ImportBundle.tsx'
import { PAGE_SIZE, useListState } from './list-state.ts'
import type { ResourceListProps } from './list-props.ts'
import { ListTools } from './ListTools.tsx'
import { Pager } from './Pager.tsx'
import { deletion } from './removal-words.ts'
import { mayDelete, type Row, useDelete, usePerms, useRows } from './use-resource-list.ts'

type Selected = ReadonlySet<string> | undefined

interface RowsProps<R extends Row> {
  readonly list: ResourceListProps<R>
  readonly rows: readonly R[]
  readonly isLoading: boolean
  readonly selected: Selected
  readonly onSelect: (selected: Selected) => void
  readonly onDelete: (rows: readonly R[]) => void
  readonly onExport: ((rows: readonly R[]) => void) | undefined
}

function Rows<R extends Row>({ list, rows, isLoading, selected, onSelect, onDelete, onExport }: RowsProps<R>) {
  const [state, change] = useListState()
  const isNarrow = useNarrow()
  const { nameOf, removal = deletion() } = list
  return (
    <Table
      label={list.title}
      rows={rows}
      rowKey={(row) => String(row.id)}
      columns={isNarrow ? stacked(list.columns) : list.columns}
      sort={{ id: state.order, isDescending: state.isDescending }}
      onSort={({ id, isDescending }) => change({ order: id, isDescending })}
      isLoading={isLoading}
      onOpen={list.onOpen}
      {...(selected
        ? { selected, onSelect, selectLabel: nameOf, isSelectable: (row: R) => !!onExport || mayDelete(row) }
        : {})}
      rowActions={(row) => (
        <>
          {list.rowActions?.(row)}
          {onExport && (
            <IconButton icon="download" size="sm" label={t('Export %s', nameOf(row))} onPress={() => onExport([row])} />
          )}
          {mayDelete(row) && (
            <IconButton icon="trash" size="sm" label={removal.act(nameOf(row))} onPress={() => onDelete([row])} />
          )}
        </>
      )}
      empty={
        <EmptyState
          title={state.search ? t('Nothing matches “%s”', state.search) : t('Nothing matches the filters')}
          actions={
            <Button onPress={() => change({ search: '', filters: {} })}>
              {Object.keys(state.filters).length > 0 ? t('Clear the filters') : t('Clear the search')}
            </Button>
          }
        />
      }
    />
  )
}

function BulkSelect({ isSelecting, onPress }: { readonly isSelecting: boolean; readonly onPress: () => void }) {
  return (
    <Button variant="quiet" isSelected={isSelecting} onPress={onPress}>
      {t('Bulk select')}
    </Button>
  )
}

/** A page of a resource: search, sort, pages, bulk selection, delete with undo. */
export function ResourceList<R extends Row>(props: ResourceListProps<R>) {
  const { name, title, noun } = props
  const [state, change] = useListState()
  const [selected, setSelected] = useState<Selected>()
  const list = useRows<R>(name, state, props.searchFilter, props.filters)
  const remove = useDelete(name, props.nameOf, props.removal ?? deletion())
  const may = usePerms(name, noun)
  const canCreate = may('can_write')
  const { bundles } = props
  const onExport =
    bundles && may('can_export')
      ? (chosen: readonly R[]) =>
          void saveBundle(
            bundles,
            chosen.map(({ id }) => id),
            chosen.map(props.nameOf).join(', '),
          )
      : undefined
  const rows = list.data?.result ?? []
  const chosen = rows.filter((row) => selected?.has(String(row.id)))
  const count = list.data?.count ?? 0
  const isSelecting = selected !== undefined
  const toggle = () => setSelected(isSelecting ? undefined : new Set())
  const made = canCreate && (
    <>
      {bundles && <ImportBundle name={bundles} noun={noun} />}
      {props.actions}
    </>
  )
  const actions = (
    <>
      {(isSelecting || (rows.length > 0 && (!!onExport || rows.some(mayDelete)))) && (
        <BulkSelect isSelecting={isSelecting} onPress={toggle} />
      )}
      {props.links}
      {made}
    </>
  )
  const meta = count > 0 ? <span>{count}</span> : undefined
  const header = <PageHeader title={title} meta={meta} actions={actions} isCounted />
  const isNarrowed = state.search !== '' || Object.keys(state.filters).length > 0
  const isFirst = list.isSuccess && count === 0 && !isNarrowed
  const onDelete = (removed: readonly R[]) => {
    remove.mutate(removed)
    setSelected(new Set())
  }
  const retry = <Button onPress={() => void list.refetch()}>{t('Try again')}</Button>
  const shown = list.isError ? (
    <ErrorPanel title={t('An error occurred while fetching %ss: %s', noun, list.error.message)} actions={retry} />
  ) : (
    <Rows
      list={props}
      rows={rows}
      isLoading={list.isPending}
      selected={selected}
      onSelect={setSelected}
      onDelete={remove.mutate}
      onExport={onExport}
    />
  )
  return (
    <Page padding="list" header={header}>
      {isFirst ? (
        props.empty(canCreate && props.actions)
      ) : (
        <Stack gap={2}>
          <ListTools
            list={props}
            chosen={chosen}
            isSelecting={isSelecting}
            onDelete={onDelete}
            onExport={onExport}
            onDeselect={() => setSelected(new Set())}
          />
          {shown}
          <Pager page={state.page} size={PAGE_SIZE} count={count} onPage={(page) => change({ page })} />
        </Stack>
      )}
    </Page>
  )
}
