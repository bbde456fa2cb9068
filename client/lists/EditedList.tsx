import { type ReactNode, useState } from 'react'
import { t } from '#core/text/t.ts'
import type { IconName } from '#ui/base/icon-paths.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import type { ResourceListProps } from './list-props.ts'
import { ResourceList } from './ResourceList.tsx'
import type { Row } from './use-resource-list.ts'

interface EditedListProps<R extends Row> extends Omit<ResourceListProps<R>, 'actions' | 'empty' | 'rowActions'> {
  /** The label of the button that adds a row. */
  readonly addLabel: string
  /** The empty state. */
  readonly none: { readonly icon: IconName; readonly title: string; readonly text: string }
  /** Renders further actions of a row that the user may change. */
  readonly moreRowActions?: (row: R) => ReactNode
  /** Renders the dialog that creates or edits a row; without a row, a new one. */
  readonly dialog: (row: R | undefined, onClose: () => void) => ReactNode
}

/** A list of entities that are created and edited in a dialog. */
export function EditedList<R extends Row>({ addLabel, none, dialog, moreRowActions, ...list }: EditedListProps<R>) {
  /** The row whose dialog is open; null for a new one. */
  const [edited, setEdited] = useState<R | null>()
  const mayEdit = (row: R) => row.abilities?.can_write !== false
  return (
    <>
      <ResourceList<R>
        onOpen={(row) => mayEdit(row) && setEdited(row)}
        {...list}
        actions={
          <Button isWrite variant="primary" icon="plus" onPress={() => setEdited(null)}>
            {addLabel}
          </Button>
        }
        rowActions={(row) =>
          mayEdit(row) && (
            <>
              <Button isWrite variant="quiet" size="sm" icon="edit" isIconOnNarrow onPress={() => setEdited(row)}>
                {t('Edit')}
              </Button>
              {moreRowActions?.(row)}
            </>
          )
        }
        empty={(actions) => <EmptyState size="lg" {...none} actions={actions} />}
      />
      {edited !== undefined && dialog(edited ?? undefined, () => setEdited(undefined))}
    </>
  )
}
