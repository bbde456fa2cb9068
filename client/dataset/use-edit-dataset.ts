import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fetchDatasource, saveDatasource } from '#calls/datasets.ts'
import { ensureTags } from '#calls/tags.ts'
import { session } from '#client/session/session.ts'
import { tabStorage } from '#client/session/storage.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { type DatasetDraft, storeDatasetDraft, readDatasetDraft } from './dataset-draft.ts'
import { checkEdit, type DatasetEdit, type EditableDataset, savedData, startEdit } from './edit-draft.ts'
import { mergeEdits } from './merge-edits.ts'

/** The state of editing a dataset: the saved version, the edit, and saving. */
export interface DatasetEditing {
  readonly dataset: EditableDataset | undefined
  readonly loadError: Error | null
  readonly edit: DatasetEdit | undefined
  readonly change: (change: Partial<DatasetEdit>) => void
  /** True if the edit differs from its starting point. */
  readonly isChanged: boolean
  /** True if the edit was restored from a draft. */
  readonly isRestored: boolean
  /** True if the dataset has been saved since the edit began. */
  readonly isOutdated: boolean
  /** Discards the edit. */
  readonly discard: () => void
  /** Applies the edit to the version saved by another user, without saving. */
  readonly bringIn: () => void
  readonly isBringingIn: boolean
  readonly problems: ReturnType<typeof checkEdit>
  readonly isSaving: boolean
  /** The error of the last save. */
  readonly saveError: Error | null
  readonly forgetError: () => void
  /** Saves the edit; overwrites another user's version only if `isOverwriting`. */
  readonly save: (isOverwriting?: boolean) => void
}

/** Returns the draft of a previous visit or the current one. */
function useDraft(id: number, dataset: EditableDataset | undefined) {
  const [changed, setChanged] = useState<DatasetDraft | null>(null)
  // The previous draft was discarded, merged or saved.
  const [isSettled, setSettled] = useState(false)
  const { userId } = session().user
  const stored = useMemo(
    () => dataset && readDatasetDraft(tabStorage(), { userId, datasetId: id }),
    [dataset, id, userId],
  )
  const start = useMemo(() => {
    const base = dataset && startEdit(dataset)
    return base && { version: dataset.version, base, edit: base }
  }, [dataset])
  const restored = isSettled || changed ? null : stored
  const keep = (next: DatasetDraft | null) => {
    storeDatasetDraft(tabStorage(), { userId, datasetId: id }, next)
    setChanged(next)
  }
  const settle = (next: DatasetDraft | null) => {
    keep(next)
    setSettled(true)
  }
  return { draft: changed ?? restored ?? start, isRestored: !isSettled && Boolean(stored), keep, settle }
}

export function useEditDataset(id: number, onSaved: (dataset: DatasetResponse) => void): DatasetEditing {
  const client = useQueryClient()
  const queryKey = ['datasource', id]
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) =>
    fetchDatasource('table', id, signal) as Promise<EditableDataset>
  const loaded = useQuery({ queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const dataset = loaded.data
  const { draft, isRestored, keep, settle } = useDraft(id, dataset)
  const saving = useSingleMutation({
    mutationFn: async ({ wanted, version }: { readonly wanted: DatasetEdit; readonly version: number | undefined }) => {
      const tags = wanted.tags && (await ensureTags(wanted.tags))
      return saveDatasource(savedData(id, { ...wanted, ...(tags ? { tags } : {}) }), version)
    },
    onSuccess: (saved) => {
      settle(null)
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      client.setQueryData(queryKey, saved)
      toast.show({ text: t('The dataset has been saved'), tone: 'good' })
      onSaved(saved)
    },
  })
  const bringing = useMutation({
    mutationFn: () => client.fetchQuery({ queryKey, queryFn, staleTime: 0 }),
    onSuccess: (theirs) => {
      const base = startEdit(theirs)
      if (draft) settle({ version: theirs.version, base, edit: mergeEdits(draft.base, draft.edit, base) })
      saving.reset()
      toast.show({
        text: t('Their changes are in, and yours are kept. Save when you have looked at both.'),
        tone: 'good',
      })
    },
    onError: (error) => toast.show({ text: error.message, tone: 'danger' }),
  })
  return {
    dataset,
    loadError: loaded.error,
    edit: draft?.edit,
    change: (change) => draft && keep({ ...draft, edit: { ...draft.edit, ...change } }),
    isChanged: draft !== undefined && JSON.stringify(draft.edit) !== JSON.stringify(draft.base),
    isRestored,
    isOutdated: draft !== undefined && draft.version !== dataset?.version,
    discard: () => settle(null),
    bringIn: () => bringing.mutate(),
    isBringingIn: bringing.isPending,
    problems: draft ? checkEdit(draft.edit) : [],
    isSaving: saving.isPending,
    saveError: saving.error,
    forgetError: saving.reset,
    save: (isOverwriting) =>
      draft && saving.mutate({ wanted: draft.edit, version: isOverwriting ? undefined : draft.version }),
  }
}
