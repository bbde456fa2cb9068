import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ResourceName, updateResource } from '#calls/resources.ts'
import { SaveDialog } from '#client/annotations/SaveDialog.tsx'
import { t, tn } from '#core/text/t.ts'
import { reportBulk } from './BulkDialog.tsx'
import { FolderField } from './FolderField.tsx'
import { canSeeFolders } from './list-filter.ts'
import type { ResourceListProps } from './list-props.ts'
import type { Row } from './use-resource-list.ts'

interface Props {
  readonly name: ResourceName
  readonly rows: readonly Row[]
  readonly nameOf: (row: never) => string
  readonly onClose: () => void
}

/** Moves rows to a folder, or out of their folders; rows that could not be moved are reported by name. */
export function MoveDialog({ name, rows, nameOf, onClose }: Props) {
  const client = useQueryClient()
  const [folder, choose] = useState<number | null>()
  const save = useMutation({
    mutationFn: async () => {
      const failed: string[] = []
      for (const row of rows)
        await updateResource(name, row.id, { folder_id: folder }).catch((error: Error) =>
          failed.push(`${nameOf(row as never)} (${error.message})`),
        )
      return failed
    },
    onSuccess: (failed) => {
      const done = rows.length - failed.length
      reportBulk(
        done > 0 ? tn('%s item moved', '%s items moved', done, done) : undefined,
        failed.length > 0 ? t('Items could not be moved: %s', failed.join(', ')) : undefined,
      )
      void client.invalidateQueries({ queryKey: ['list', name] })
      void client.invalidateQueries({ queryKey: ['related', name, 'folder'] })
      onClose()
    },
  })
  const [first] = rows
  const title =
    rows.length === 1 && first
      ? t('Move %s to folder', nameOf(first as never))
      : tn('Move %s item to folder', 'Move %s items to folder', rows.length, rows.length)
  return (
    <SaveDialog
      title={title}
      problem={undefined}
      isChanged={folder !== undefined}
      canSave={folder !== undefined}
      isSaving={save.isPending}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <FolderField label={t('To folder')} of={name} field="folder" value={folder} onChange={choose} />
    </SaveDialog>
  )
}

/** Returns a function that opens the dialog for one row, if the user may move rows of the list, and the dialog. */
export function useMoveDialog<R extends Row>({ name, nameOf, hasFolders }: ResourceListProps<R>) {
  const [moved, setMoved] = useState<R>()
  const dialog = moved && <MoveDialog name={name} rows={[moved]} nameOf={nameOf} onClose={() => setMoved(undefined)} />
  return [hasFolders && canSeeFolders() ? (row: R) => setMoved(row) : undefined, dialog] as const
}
