import { type ReactNode, useState } from 'react'
import { t } from '#core/text/t.ts'
import { saveBundle } from '#client/shell/save-bundle.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { nonEmptyColumns, phoneColumns } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { ImportBundle } from './ImportBundle.tsx'
import { withSortOrder, PAGE_SIZE, useListState } from './list-state.ts'
import type { ResourceListProps } from './list-props.ts'
import { ListTools } from './ListTools.tsx'
import { MoreActions } from './MoreActions.tsx'
import { useMoveDialog } from './MoveDialog.tsx'
import { NoMatchMessage } from './NoMatch.tsx'
import { offersDelete, ResourceRowActions, type RowActionHandlers } from './ResourceRowActions.tsx'
import { ExampleLoadBanner, ExampleLoadEmptyState, useExampleLoad } from '#client/shell/ExampleLoad.tsx'
import { Pager } from '#client/shell/Pager.tsx'
import { deletionTexts } from './removal-texts.ts'
import { type ListView, useListView } from './list-view.ts'
import { CardGrid } from './CardGrid.tsx'
import { useConfirmedRemoval } from './UsedIn.tsx'
import { type Row, useDelete, usePerms, useRetry, useRows } from './use-resource-list.ts'
import { useQueryClient, useMutation } from '@tanstack/react-query'
import { toast } from '#ui/overlay/toast.ts'

/** Returns a function that duplicates a row; undefined if not supported or not permitted. */
function useDuplicate<R extends Row>(
  { name, nameOf, duplicate }: ResourceListProps<R>,
  isAllowed: boolean,
): ((row: R) => void) | undefined {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: async (row: R) => duplicate?.copy(row),
    onSuccess: (_, row) => toast.show({ text: t('Duplicated: %s', nameOf(row)) }),
    onError: (error, row) =>
      toast.show({ text: t('There was an issue duplicating: %s', `${nameOf(row)}: ${error.message}`), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['list', name] }),
  })
  return duplicate && isAllowed ? (row) => mutate(row) : undefined
}

type SelectedKeys = ReadonlySet<string> | undefined

interface RowsProps<R extends Row> extends RowActionHandlers<R> {
  readonly rows: readonly R[]
  readonly isLoading: boolean
  readonly selected: SelectedKeys
  readonly onSelect: (selected: SelectedKeys) => void
  readonly view: ListView
}

function Rows<R extends Row>(props: RowsProps<R>) {
  const { list, rows, isLoading, selected, onSelect, onExport, view } = props
  const [listState, change] = useListState()
  const state = withSortOrder(listState, props.list.order)
  const isNarrow = useIsNarrow()
  const { nameOf, card } = list
  const actions = (row: R) =>
    isNarrow ? (
      <MoreActions name={nameOf(row)}>
        <ResourceRowActions {...props} row={row} />
      </MoreActions>
    ) : (
      <ResourceRowActions {...props} row={row} />
    )
  if (card && view === 'cards') {
    if (rows.length === 0 && !isLoading) return <NoMatchMessage list={list} />
    return <CardGrid label={list.title} rows={rows} face={card} actions={actions} isLoading={isLoading} />
  }
  const sort = { id: state.order, isDescending: state.isDescending }
  const columns = nonEmptyColumns(list.columns, rows, sort)
  return (
    <Table
      label={list.title}
      rows={rows}
      rowKey={(row) => String(row.id)}
      columns={isNarrow ? phoneColumns(columns) : columns}
      sort={sort}
      onSort={({ id, isDescending }) => change({ order: id, isDescending })}
      isLoading={isLoading}
      onOpen={list.onOpen}
      {...(selected
        ? { selected, onSelect, selectLabel: nameOf, isSelectable: (row: R) => !!onExport || offersDelete(list, row) }
        : {})}
      rowActions={list.isReadOnly && !list.rowActions ? undefined : actions}
      empty={<NoMatchMessage list={list} />}
    />
  )
}

interface ActionsProps<R extends Row> {
  readonly list: ResourceListProps<R>
  /** Absent without bulk actions. */
  readonly onBulk: (() => void) | undefined
  readonly isSelecting: boolean
  readonly canCreate: boolean
}

/** The actions in the header: bulk selection, links, and adding a row. */
function Actions<R extends Row>({ list, onBulk, isSelecting, canCreate }: ActionsProps<R>) {
  const { bundles, noun, links = [], title } = list
  const isNarrow = useIsNarrow()
  const hasBin = canCreate && list.isBinned === true
  const quiet = (
    <>
      {onBulk && (
        <Button variant="quiet" isSelected={isSelecting} onPress={onBulk}>
          {t('Bulk select')}
        </Button>
      )}
      {links.map(({ href, text }) => (
        <LinkButton key={href} variant="quiet" href={href}>
          {text}
        </LinkButton>
      ))}
      {hasBin && (
        <LinkButton variant="quiet" icon="trash" href={`/bin?kind=${list.name}`}>
          {t('Bin')}
        </LinkButton>
      )}
    </>
  )
  const hasQuiet = onBulk !== undefined || links.length > 0 || hasBin
  return (
    <>
      {isNarrow && hasQuiet ? (
        <MoreActions name={title} isColumn>
          {quiet}
        </MoreActions>
      ) : (
        quiet
      )}
      {list.aside}
      {canCreate && bundles && <ImportBundle name={bundles} noun={noun} />}
      {canCreate && list.actions}
    </>
  )
}

/** Returns a function that exports rows as a bundle; undefined if not supported or not permitted. */
function exportHandler<R extends Row>({ bundles, nameOf }: ResourceListProps<R>, isAllowed: boolean) {
  if (!bundles || !isAllowed) return undefined
  return (rows: readonly R[]) => {
    const ids = rows.map(({ id }) => id)
    void saveBundle(bundles, ids, rows.map(nameOf).join(', '))
  }
}

/** The resources that the example data contain. */
const EXAMPLE_RESOURCES: readonly string[] = ['dashboard', 'chart', 'dataset']

/** A resource without rows, or without rows yet. */
function NoRows({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { state } = useExampleLoad()
  if (state === 'none' || !EXAMPLE_RESOURCES.includes(name)) return children
  if (state === 'loading') return <ExampleLoadEmptyState />
  return (
    <>
      <ExampleLoadBanner />
      {children}
    </>
  )
}

const errorTitle = (noun: string, { message }: Error) => t('An error occurred while fetching %ss: %s', noun, message)

/** The list page of a resource: search, filters, sort, paging, bulk selection, bundles, delete with undo. */
export function ResourceList<R extends Row>(props: ResourceListProps<R>) {
  const { name, title, noun } = props
  const [listState, change] = useListState()
  const state = withSortOrder(listState, props.order)
  const [selected, setSelected] = useState<SelectedKeys>()
  const [onMove, moveDialog] = useMoveDialog(props)
  const list = useRows<R>(name, state, props.searchFilter, props.filters)
  const remove = useDelete(name, props.nameOf, props.removal ?? deletionTexts(), props.onRemovalError)
  const may = usePerms(name, noun)
  const [canCreate, canExport] = [may('can_write'), may('can_export')]
  const onExport = exportHandler(props, canExport)
  const onDuplicate = useDuplicate(props, canCreate)
  const { result: rows = [], count = 0 } = list.data ?? {}
  const isSelecting = selected !== undefined
  const hasBulk = isSelecting || (onExport ? rows.length > 0 : rows.some((row) => offersDelete(props, row)))
  const onBulk = hasBulk ? () => setSelected(isSelecting ? undefined : new Set()) : undefined
  const actions = <Actions list={props} onBulk={onBulk} isSelecting={isSelecting} canCreate={canCreate} />
  const meta = count > 0 ? <span>{count}</span> : undefined
  const isNarrowed = state.search !== '' || Object.keys(state.filters).length > 0
  const deselect = () => setSelected(new Set())
  const onDelete = (removed: readonly R[]) => {
    remove.mutate(removed)
    deselect()
  }
  const retry = <Button onPress={useRetry(name)}>{t('Try again')}</Button>
  const [ask, dialog] = useConfirmedRemoval(props, remove.mutate)
  const [chosenView, setView] = useListView(name, props.card !== undefined)
  // Bulk selection requires the list view.
  const view = isSelecting ? 'list' : chosenView
  const reported = { rows, selected, onSelect: setSelected, onDelete: ask, onExport, onDuplicate, onMove, view }
  return (
    <Page padding="list" header={<PageHeader title={title} meta={meta} actions={actions} isCounted />}>
      {list.isSuccess && count === 0 && !isNarrowed ? (
        <NoRows name={name}>{props.empty(canCreate && props.actions)}</NoRows>
      ) : (
        <Stack gap={2}>
          {EXAMPLE_RESOURCES.includes(name) && <ExampleLoadBanner />}
          <ListTools
            list={props}
            chosen={rows.filter((row) => selected?.has(String(row.id)))}
            isSelecting={isSelecting}
            onDelete={onDelete}
            onExport={onExport}
            onDeselect={deselect}
            view={view}
            onView={setView}
          />
          {list.isError ? (
            <ErrorPanel title={errorTitle(noun, list.error)} actions={retry} />
          ) : (
            <Rows list={props} isLoading={list.isPending} {...reported} />
          )}
          {dialog}
          {moveDialog}
          <Pager page={state.page} size={PAGE_SIZE} count={count} onPage={(page) => change({ page })} />
        </Stack>
      )}
    </Page>
  )
}
