import { type ReactNode, useState } from 'react'
import type { ResourceName } from '#calls/resources.ts'
import { t, tn } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { stacked, type TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/input/Button.tsx'
import { IconButton } from '#ui/input/IconButton.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { useNarrow } from '#ui/tokens/narrow.ts'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { BulkDelete } from './BulkDelete.tsx'
import { PAGE_SIZE, useListState } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { deletion, type RemovalWords } from './removal-words.ts'
import { type Row, type SearchFilter, useCanCreate, useDelete, useRows } from './use-resource-list.ts'

export interface ResourceListProps<R extends Row> {
  readonly name: ResourceName
  readonly title: string
  /** Singular, as messages name it: `chart`. */
  readonly noun: string
  readonly searchLabel: string
  /** The filter that a search text stands for. */
  readonly searchFilter: SearchFilter
  readonly columns: readonly TableColumn<R>[]
  readonly nameOf: (row: R) => string
  /** A click on a row; absent when there is nothing to open. */
  readonly onOpen?: ((row: R) => void) | undefined
  /** Ways elsewhere, for everybody. */
  readonly links?: ReactNode
  /** Acts of those who may make one more. */
  readonly actions?: ReactNode
  /** In place of a list without rows; `actions` are the same, or nothing. */
  readonly empty: (actions: ReactNode) => ReactNode
  readonly rowActions?: (row: R) => ReactNode
  /** What taking rows away is called; deleting when absent. */
  readonly removal?: RemovalWords
}

const mayDelete = (row: Row): boolean => row.abilities?.can_delete !== false

type Selected = ReadonlySet<string> | undefined

interface RowsProps<R extends Row> {
  readonly list: ResourceListProps<R>
  readonly rows: readonly R[]
  readonly isLoading: boolean
  readonly selected: Selected
  readonly onSelect: (selected: Selected) => void
  readonly onDelete: (rows: readonly R[]) => void
}

function Rows<R extends Row>({ list, rows, isLoading, selected, onSelect, onDelete }: RowsProps<R>) {
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
      {...(selected ? { selected, onSelect, selectLabel: nameOf, isSelectable: mayDelete } : {})}
      rowActions={(row) => (
        <>
          {list.rowActions?.(row)}
          {mayDelete(row) && (
            <IconButton icon="trash" size="sm" label={removal.act(nameOf(row))} onPress={() => onDelete([row])} />
          )}
        </>
      )}
      empty={
        <EmptyState
          title={t('Nothing matches “%s”', state.search)}
          actions={<Button onPress={() => change({ search: '' })}>{t('Clear the search')}</Button>}
        />
      }
    />
  )
}

interface ToolsProps<R extends Row> {
  readonly list: ResourceListProps<R>
  readonly chosen: readonly R[]
  readonly isSelecting: boolean
  readonly onDelete: () => void
}

function Tools<R extends Row>({ list, chosen, isSelecting, onDelete }: ToolsProps<R>) {
  const [state, change] = useListState()
  return (
    <Inline justify="between" isWrapping>
      <SearchField
        label={list.searchLabel}
        placeholder={list.searchLabel}
        value={state.search}
        delay={250}
        onChange={(search) => change({ search })}
      />
      {isSelecting && (
        <BulkDelete
          names={chosen.map(list.nameOf)}
          selectedText={tn('%s selected', '%s selected', chosen.length, chosen.length)}
          onDelete={onDelete}
          words={list.removal ?? deletion()}
        />
      )}
    </Inline>
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
  const list = useRows<R>(name, state, props.searchFilter)
  const remove = useDelete(name, props.nameOf, props.removal ?? deletion())
  const canCreate = useCanCreate(name, noun)
  const rows = list.data?.result ?? []
  const chosen = rows.filter((row) => selected?.has(String(row.id)))
  const count = list.data?.count ?? 0
  const isSelecting = selected !== undefined
  const toggle = () => setSelected(isSelecting ? undefined : new Set())
  const actions = (
    <>
      {(isSelecting || rows.some(mayDelete)) && <BulkSelect isSelecting={isSelecting} onPress={toggle} />}
      {props.links}
      {canCreate && props.actions}
    </>
  )
  const meta = count > 0 ? <span>{count}</span> : undefined
  const header = <PageHeader title={title} meta={meta} actions={actions} isCounted />
  const isFirst = list.isSuccess && count === 0 && !state.search
  const onDelete = () => {
    remove.mutate(chosen)
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
    />
  )
  return (
    <Page padding="list" header={header}>
      {isFirst ? (
        props.empty(canCreate && props.actions)
      ) : (
        <Stack gap={2}>
          <Tools list={props} chosen={chosen} isSelecting={isSelecting} onDelete={onDelete} />
          {shown}
          <Pager page={state.page} size={PAGE_SIZE} count={count} onPage={(page) => change({ page })} />
        </Stack>
      )}
    </Page>
  )
}
