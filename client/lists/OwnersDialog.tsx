import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ResourceName, updateResource } from '#calls/resources.ts'
import { type NamedEntity, RelatedField } from '#client/properties/RelatedField.tsx'
import type { UserReferenceResponse } from '#core/rest/responses.ts'
import { t, tn } from '#core/text/t.ts'
import { BulkDialog, reportBulk } from './BulkDialog.tsx'
import type { Row } from './use-resource-list.ts'

type OwnersMode = 'add' | 'replace'

type OwnedRow = Row & { readonly owners?: readonly UserReferenceResponse[] }

interface Props {
  readonly name: ResourceName
  readonly rows: readonly OwnedRow[]
  readonly nameOf: (row: never) => string
  readonly onClose: () => void
}

/** Returns the owners of a row after the change. */
function ownersAfter({ owners = [] }: OwnedRow, chosen: readonly NamedEntity[], mode: OwnersMode): readonly number[] {
  const ids = chosen.map(({ id }) => id)
  return mode === 'replace' ? ids : [...new Set([...owners.map(({ id }) => id), ...ids])]
}

/** Changes the owners of several rows; rows that could not be changed are reported by name. */
export function OwnersDialog({ name, rows, nameOf, onClose }: Props) {
  const client = useQueryClient()
  const [chosen, choose] = useState<readonly NamedEntity[]>([])
  const [mode, setMode] = useState<OwnersMode>('add')
  const save = useMutation({
    mutationFn: async () => {
      const failed: string[] = []
      for (const row of rows) {
        const owners = ownersAfter(row, chosen, mode)
        await updateResource(name, row.id, { owners }).catch((error: Error) =>
          failed.push(`${nameOf(row as never)} (${error.message})`),
        )
      }
      return failed
    },
    onSuccess: (failed) => {
      const done = rows.length - failed.length
      reportBulk(
        done > 0 ? tn('Owners of %s item changed', 'Owners of %s items changed', done, done) : undefined,
        failed.length > 0 ? t('Owners could not be changed: %s', failed.join(', ')) : undefined,
      )
      void client.invalidateQueries({ queryKey: ['list', name] })
      onClose()
    },
  })
  return (
    <BulkDialog<OwnersMode>
      title={tn('Owners of %s item', 'Owners of %s items', rows.length, rows.length)}
      field={<RelatedField of={name} label={t('Owners')} field="owners" value={chosen} onChange={choose} />}
      isChosen={chosen.length > 0}
      ways={{
        label: t('Current owners'),
        options: [
          { value: 'add', label: t('Keep owners') },
          { value: 'replace', label: t('Remove owners') },
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
