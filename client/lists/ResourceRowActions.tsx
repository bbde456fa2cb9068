import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import type { ResourceListProps } from './list-props.ts'
import { deletionTexts } from './removal-texts.ts'
import { mayDelete, type Row } from './use-resource-list.ts'

/** True if the list offers to delete a row. */
export const offersDelete = <R extends Row>({ isReadOnly, isPermanent }: ResourceListProps<R>, row: R) =>
  !isReadOnly && isPermanent?.(row) !== true && mayDelete(row)

/** The handlers of the row actions; absent actions are not offered. */
export interface RowActionHandlers<R extends Row> {
  readonly list: ResourceListProps<R>
  readonly onDelete: (rows: readonly R[]) => void
  readonly onExport: ((rows: readonly R[]) => void) | undefined
  readonly onDuplicate: ((row: R) => void) | undefined
  readonly onMove: ((row: R) => void) | undefined
}

/** The actions of one row. */
export function ResourceRowActions<R extends Row>(props: RowActionHandlers<R> & { readonly row: R }) {
  const { list, row, onDelete, onExport, onDuplicate, onMove } = props
  const { nameOf, duplicate, removal = deletionTexts() } = list
  return (
    <>
      {list.rowActions?.(row)}
      {onDuplicate && duplicate?.isFor?.(row) !== false && (
        <IconButton
          isWrite
          icon="copy"
          size="sm"
          label={t('Duplicate %s', nameOf(row))}
          onPress={() => onDuplicate(row)}
        />
      )}
      {onMove && row.abilities?.can_write === true && (
        <IconButton
          isWrite
          icon="folder"
          size="sm"
          label={t('Move %s to folder…', nameOf(row))}
          onPress={() => onMove(row)}
        />
      )}
      {onExport && (
        <IconButton icon="download" size="sm" label={t('Export %s', nameOf(row))} onPress={() => onExport([row])} />
      )}
      {offersDelete(list, row) && (
        <IconButton isWrite icon="trash" size="sm" label={removal.act(nameOf(row))} onPress={() => onDelete([row])} />
      )}
    </>
  )
}
