import { ownValue } from '#core/rest/json.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type DatasetRefresh, refreshDataset, undoRefresh } from '#calls/dataset-refresh.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { t, tn } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { ColumnCharts } from './ColumnCharts.tsx'
import type { SyncResult } from './edit-draft.ts'

interface Props {
  readonly datasetId: number
  readonly changes: Pick<SyncResult, 'added' | 'removed' | 'modified'>
  /** True if the source has unsaved changes: columns are renamed in the saved dataset. */
  readonly isSourceChanged: boolean
  /** Called after the saved dataset and its charts have been renamed, or the rename has been undone. */
  readonly onRenamed: (renamed: Readonly<Record<string, string>>) => void
  readonly onUndone: () => void
}

/** Returns a text that names the charts with the new names and those that the user may not edit. */
export function renamedText({ charts }: DatasetRefresh): string {
  const rewritten = charts.filter((chart) => chart.is_rewritten).length
  const others = charts.filter((chart) => !chart.is_rewritten).map(({ slice_name }) => slice_name)
  const summary = tn(
    'Columns renamed in the dataset and %s chart',
    'Columns renamed in the dataset and %s charts',
    rewritten,
    rewritten,
  )
  return others.length === 0 ? summary : `${summary}. ${t('Not changed: %s', others.join(', '))}`
}

/** Renames columns in the saved dataset and its charts, with undo. */
function useRename({ datasetId, onRenamed, onUndone }: Props) {
  const undoing = useMutation({
    mutationFn: undoRefresh,
    onSuccess: onUndone,
    onError: (error) => toast.show({ text: error.message, tone: 'danger' }),
  })
  return useSingleMutation<DatasetRefresh, Readonly<Record<string, string>>>({
    mutationFn: (renamed) => refreshDataset(datasetId, renamed),
    onSuccess: (done, renamed) => {
      onRenamed(renamed)
      const undo = { label: t('Undo'), onPress: () => undoing.mutate(done) }
      toast.show({ text: renamedText(done), tone: 'good', action: undo })
    },
    onError: (error) => {
      toast.show({ text: error.message, tone: 'danger' })
    },
  })
}

/** The result of syncing columns from the source; a removed column can be renamed to an added one. */
export function ColumnChanges(props: Props) {
  const { datasetId, changes, isSourceChanged } = props
  const { added, removed, modified } = changes
  const [renamed, setRenamed] = useState<Readonly<Record<string, string>>>({})
  const rename = useRename(props)
  const free = (column: string) =>
    added.filter((name) => ownValue(renamed, column) === name || !Object.values(renamed).includes(name))
  return (
    <Stack gap={2}>
      {added.length > 0 && <p>{t('Added columns: %s', added.join(', '))}</p>}
      {modified.length > 0 && <p>{t('Columns of another type: %s', modified.join(', '))}</p>}
      {removed.map((column) => (
        <Banner key={column} tone="warn">
          <Stack gap={1}>
            <Inline gap={2} isWrapping>
              {t('Removed column: %s', column)}
              <ColumnCharts datasetId={datasetId} column={column} />
            </Inline>
            {added.length > 0 && !isSourceChanged && (
              <Select
                label={t('%s is now', column)}
                placeholder={t('Removed')}
                options={free(column).map((name) => ({ value: name, label: name }))}
                value={ownValue(renamed, column)}
                onChange={(name) => setRenamed({ ...renamed, [column]: name })}
                isClearable
                onClear={() =>
                  setRenamed(Object.fromEntries(Object.entries(renamed).filter(([key]) => key !== column)))
                }
              />
            )}
          </Stack>
        </Banner>
      ))}
      {removed.length > 0 && isSourceChanged && <p>{t('Save the source to rename columns in charts')}</p>}
      {Object.keys(renamed).length > 0 && (
        <Inline>
          <Button isWrite variant="primary" isPending={rename.isPending} onPress={() => rename.mutate(renamed)}>
            {t('Rename in the dataset and its charts')}
          </Button>
        </Inline>
      )}
    </Stack>
  )
}
