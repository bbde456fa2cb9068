import { useState } from 'react'
import type { DeletedItemResponse, DeletedItemType } from '#calls/deleted-items.ts'
import { t, tn } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { phoneColumns, type TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import { Pager } from '#client/shell/Pager.tsx'
import { useRecycleBin, useTrashActions } from './use-recycle-bin.ts'

const PAGE_SIZE = 25

const nameOf = (row: DeletedItemResponse) => row.name || t('[ untitled ]')

const columns = (): readonly TableColumn<DeletedItemResponse>[] => [
  { id: 'name', title: t('Name'), cell: nameOf },
  { id: 'deleted_on', title: t('Deleted'), width: 160, cell: (row) => row.deleted_on_delta_humanized },
  { id: 'deleted_by', title: t('Deleted by'), width: 180, isWideOnly: true, cell: (row) => row.deleted_by_name },
  {
    id: 'days_left',
    title: t('Deleted forever'),
    width: 160,
    cell: (row) => tn('in %s day', 'in %s days', row.days_left, row.days_left),
  },
]

interface AskProps {
  /** The rows to purge; undefined for all rows, null if no confirmation is open. */
  readonly rows: readonly DeletedItemResponse[] | undefined | null
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks for confirmation, because purging cannot be undone. */
function ConfirmPurge({ rows, onClose, onConfirm }: AskProps) {
  const names = rows?.map(nameOf) ?? []
  const count = names.length
  const purgedText = count === 1 ? names[0] : tn('%s item', '%s items', count, count)
  return (
    <ConfirmDialog
      title={rows ? t('Delete %s for good?', purgedText ?? '') : t('Empty bin?')}
      isOpen={rows !== null}
      onClose={onClose}
      onConfirm={onConfirm}
      confirmLabel={rows ? t('Delete for good') : t('Empty bin')}
      cancelLabel={t('Cancel')}
      tone="danger"
    >
      {count > 1 && <p>{names.join(', ')}</p>}
      <p>{t('This cannot be undone.')}</p>
    </ConfirmDialog>
  )
}

interface ToolsProps {
  readonly isDisabled: boolean
  readonly chosen: readonly DeletedItemResponse[]
  readonly onRestore: () => void
  readonly onPurge: (rows: readonly DeletedItemResponse[] | undefined) => void
}

/** Actions on the selected rows, or on all. */
function RecycleBinTools({ isDisabled, chosen, onRestore, onPurge }: ToolsProps) {
  const hasNone = chosen.length === 0 || isDisabled
  return (
    <Inline gap={2} isWrapping>
      <Button isWrite icon="undo" isDisabled={hasNone} onPress={onRestore}>
        {t('Restore')}
      </Button>
      <Button isWrite icon="trash" isDisabled={hasNone} onPress={() => onPurge(chosen)}>
        {t('Delete for good')}
      </Button>
      <Button isWrite variant="quiet" isDisabled={isDisabled} onPress={() => onPurge(undefined)}>
        {t('Empty bin')}
      </Button>
    </Inline>
  )
}

interface RowActionsProps {
  readonly name: string
  readonly onRestore: () => void
  readonly onPurge: () => void
}

function RowActions({ name, onRestore, onPurge }: RowActionsProps) {
  return (
    <>
      <IconButton isWrite icon="undo" size="sm" label={t('Restore %s', name)} onPress={onRestore} />
      <IconButton isWrite icon="trash" size="sm" label={t('Delete %s for good', name)} onPress={onPurge} />
    </>
  )
}

/** The deleted entities of one type: restore or purge. */
export function RecycleBinList({ name, title }: { readonly name: DeletedItemType; readonly title: string }) {
  const [page, setPage] = useState(0)
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const [requested, ask] = useState<readonly DeletedItemResponse[] | undefined | null>(null)
  const bin = useRecycleBin(name, page)
  const { restore, purge, isPending } = useTrashActions(name)
  const isNarrow = useIsNarrow()
  const rows = bin.data?.result ?? []
  const chosen = rows.filter(({ id }) => selected.has(String(id)))
  const act = (done: () => void) => {
    done()
    select(new Set())
    ask(null)
    setPage(0)
  }
  if (bin.error) {
    const retry = <Button onPress={() => void bin.refetch()}>{t('Try again')}</Button>
    return <ErrorPanel title={t('The bin cannot be shown')} text={bin.error.message} actions={retry} />
  }
  if (bin.isSuccess && bin.data.count === 0) {
    const text = t('Deleted items are kept for %s days and can be restored.', bin.data.days)
    return <EmptyState size="lg" icon="trash" title={t('Nothing in the bin')} text={text} />
  }
  return (
    <Stack gap={2}>
      <RecycleBinTools
        isDisabled={isPending}
        chosen={chosen}
        onRestore={() => act(() => restore(chosen))}
        onPurge={ask}
      />
      <Table<DeletedItemResponse>
        label={title}
        rows={rows}
        rowKey={({ id }) => String(id)}
        columns={isNarrow ? phoneColumns(columns()) : columns()}
        isLoading={bin.isPending}
        selected={selected}
        onSelect={select}
        selectLabel={nameOf}
        rowActions={(row) => (
          <RowActions name={nameOf(row)} onRestore={() => act(() => restore([row]))} onPurge={() => ask([row])} />
        )}
      />
      <Pager page={page} size={PAGE_SIZE} count={bin.data?.count ?? 0} onPage={setPage} />
      <ConfirmPurge
        rows={requested}
        onClose={() => ask(null)}
        onConfirm={() => act(() => purge(requested ?? undefined))}
      />
    </Stack>
  )
}
