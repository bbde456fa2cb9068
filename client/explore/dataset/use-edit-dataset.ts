import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { getDatasource, saveDatasource } from '#calls/datasets.ts'
import { tabStorage } from '#client/session/storage.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { keepDatasetDraft, readDatasetDraft } from './dataset-draft.ts'
import { checkEdit, type DatasetEdit, type EditableDataset, savedData, startEdit } from './edit-draft.ts'

/** A dataset being edited: what it was, what it is to be, and saving it. */
export interface DatasetEditing {
  readonly dataset: EditableDataset | undefined
  readonly loadError: Error | null
  readonly edit: DatasetEdit | undefined
  readonly change: (change: Partial<DatasetEdit>) => void
  /** Whether the edit is one left before without saving. */
  readonly isRestored: boolean
  /** Whether the dataset has been saved by somebody since that edit began. */
  readonly isOutdated: boolean
  /** Gives the edit up. */
  readonly discard: () => void
  readonly problems: ReturnType<typeof checkEdit>
  readonly isSaving: boolean
  /** What the last try to save failed with. */
  readonly saveError: Error | null
  readonly forgetError: () => void
  readonly save: () => void
}

export function useEditDataset(id: number, onSaved: (dataset: DatasetAnswer) => void): DatasetEditing {
  const client = useQueryClient()
  const loaded = useQuery({
    queryKey: ['datasource', id],
    queryFn: ({ signal }) => getDatasource('table', id, signal) as Promise<EditableDataset>,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const dataset = loaded.data
  const [changed, setChanged] = useState<DatasetEdit | null>(null)
  const [isDiscarded, setDiscarded] = useState(false)
  const kept = useMemo(() => dataset && readDatasetDraft(tabStorage(), id, dataset.version), [dataset, id])
  const start = useMemo(() => dataset && startEdit(dataset), [dataset])
  const isRestored = !isDiscarded && Boolean(kept)
  const edit = changed ?? (isRestored ? kept?.edit : null) ?? start
  const keep = (next: DatasetEdit | null) => {
    keepDatasetDraft(tabStorage(), id, dataset?.version, next)
    setChanged(next)
  }
  const saving = useMutation({
    mutationFn: (wanted: DatasetEdit) => saveDatasource(savedData(id, wanted), dataset?.version),
    onSuccess: (saved) => {
      keep(null)
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      client.setQueryData(['datasource', id], saved)
      toast.show({ text: t('The dataset has been saved'), tone: 'good' })
      onSaved(saved)
    },
  })
  return {
    dataset,
    loadError: loaded.error,
    edit,
    change: (change) => edit && keep({ ...edit, ...change }),
    isRestored,
    isOutdated: isRestored && kept?.isOutdated === true,
    discard: () => {
      keep(null)
      setDiscarded(true)
    },
    problems: edit ? checkEdit(edit) : [],
    isSaving: saving.isPending,
    saveError: saving.error,
    forgetError: saving.reset,
    save: () => edit && saving.mutate(edit),
  }
}
