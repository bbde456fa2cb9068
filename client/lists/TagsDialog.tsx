import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResourceName } from '#calls/resources.ts'
import { type TaggedKind, tagEntities, untagEntity } from '#calls/tags.ts'
import { TagField } from '#client/properties/TagField.tsx'
import type { TagReference } from '#core/rest/responses.ts'
import { t, tn } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { BulkDialog, reportBulk } from './BulkDialog.tsx'
import type { Row } from './use-resource-list.ts'

type TagsMode = 'give' | 'take'

type TaggedRow = Row & { readonly tags?: readonly TagReference[] }

interface Props {
  readonly name: ResourceName
  readonly kind: TaggedKind
  readonly rows: readonly TaggedRow[]
  readonly nameOf: (row: never) => string
  readonly onClose: () => void
}

/** Removes these tags from the rows; resolves with the ids of the rows that still have them. */
async function removeTags(
  kind: TaggedKind,
  rows: readonly TaggedRow[],
  names: readonly string[],
): Promise<readonly number[]> {
  const failed = new Set<number>()
  for (const { id, tags = [] } of rows)
    for (const tag of tags.filter((each) => names.includes(each.name)))
      await untagEntity(kind, id, tag.name).catch(() => failed.add(id))
  return [...failed]
}

/** Adds or removes tags of several rows; rows that could not be changed are reported by name. */
export function TagsDialog({ name, kind, rows, nameOf, onClose }: Props) {
  const client = useQueryClient()
  const [chosen, choose] = useState<readonly TagReference[]>([])
  const [mode, setMode] = useState<TagsMode>('give')
  const names = chosen.map((tag) => tag.name)
  const save = useMutation({
    mutationFn: async () => {
      const ids = rows.map(({ id }) => id)
      return mode === 'give' ? (await tagEntities(names, kind, ids)).skipped : removeTags(kind, rows, names)
    },
    onSuccess: (failed) => {
      const left = rows.filter(({ id }) => failed.includes(id)).map((row) => nameOf(row as never))
      const done = rows.length - left.length
      reportBulk(
        done > 0 ? tn('Tags of %s item changed', 'Tags of %s items changed', done, done) : undefined,
        left.length > 0 ? t('Tags could not be changed: %s', left.join(', ')) : undefined,
      )
      void client.invalidateQueries({ queryKey: ['list'] })
      void client.invalidateQueries({ queryKey: ['related', name, 'tags'] })
      onClose()
    },
    onError: (error) => toast.show({ text: t('Tags could not be changed: %s', error.message), tone: 'danger' }),
  })
  return (
    <BulkDialog<TagsMode>
      title={tn('Tags of %s item', 'Tags of %s items', rows.length, rows.length)}
      field={<TagField of={name} value={chosen} onChange={choose} />}
      isChosen={chosen.length > 0}
      ways={{
        label: t('Change'),
        options: [
          { value: 'give', label: t('Add to the current tags') },
          { value: 'take', label: t('Remove from the items') },
        ],
        value: mode,
        onChange: setMode,
      }}
      isSaving={save.isPending}
      onSave={() => save.mutate()}
      onClose={onClose}
    />
  )
}
