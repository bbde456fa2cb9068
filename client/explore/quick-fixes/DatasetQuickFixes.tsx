import { fetchDatasource, saveDatasource } from '#calls/datasets.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { quoteMarkOf } from '#core/query/quote-mark.ts'
import { replaceNameInSql, nameUse } from '#core/query/replace-name-in-sql.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import type { UnknownName } from '#core/rest/unknown-name.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { datasetEdited } from '../state/change-dataset.ts'
import { mayEditDataset } from '../../dataset/dataset-access.ts'
import { savedData, startEdit } from '../../dataset/edit-draft.ts'
import { useExplore, useExploreStore } from '../state/store.ts'

/** Returns the SQL of a dataset with the wrong name replaced; undefined if it does not contain the name. */
function fixSql(
  { sql, database }: Pick<DatasetResponse, 'sql' | 'database'>,
  { name, kind }: UnknownName,
  right: string,
): string | undefined {
  if (!sql) return undefined
  const next = replaceNameInSql(sql, { wrong: name, right, use: nameUse(kind) }, quoteMarkOf(database?.backend))
  return next === sql ? undefined : next
}

/** Saves the dataset with the name fixed in its current SQL. */
async function saveFixedSql(id: number, mistake: UnknownName, right: string) {
  const now = await fetchDatasource('table', id)
  const sql = fixSql(now, mistake, right)
  return sql === undefined ? now : saveDatasource(savedData(id, { ...startEdit(now), sql }), now.version)
}

/**
 * Quick fixes that replace a wrong name in the SQL of the dataset, save it and run again; for users who may edit it.
 */
export function DatasetQuickFixes({ mistake }: { readonly mistake: UnknownName }) {
  const store = useExploreStore()
  const dataset = useExplore((state) => state.dataset)
  const user = useExplore((state) => state.user)
  const saving = useSingleMutation<Awaited<ReturnType<typeof saveFixedSql>>, string>({
    mutationFn: (name) => saveFixedSql(dataset.id, mistake, name),
    onSuccess: (saved) => {
      datasetEdited(store, saved)
      toast.show({ text: t('The dataset has been saved'), tone: 'good' })
    },
    onError: (error) => {
      toast.show({ text: error.message, tone: 'danger' })
    },
  })
  if (!user || !mayEditDataset(user, dataset) || dataset.is_managed_externally) return null
  return mistake.candidates.map((name) =>
    fixSql(dataset, mistake, name) === undefined ? null : (
      <Button isWrite key={name} variant="outlined" isPending={saving.isPending} onPress={() => saving.mutate(name)}>
        {t('Use "%s" in the SQL of the dataset', name)}
      </Button>
    ),
  )
}
