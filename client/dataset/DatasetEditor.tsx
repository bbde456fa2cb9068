import { useState, useMemo } from 'react'
import { allFolders } from '#core/rest/dataset-folders.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { CalculatedTab } from './CalculatedTab.tsx'
import { ColumnsTab } from './ColumnsTab.tsx'
import styles from './DatasetEditor.module.css'
import { type DatasetEdit, type EditProblem, isCalculated } from './edit-draft.ts'
import type { DatasetTabProps } from './edit-tab.ts'
import { FoldersTab } from './FoldersTab.tsx'
import { MetricsTab } from './MetricsTab.tsx'
import { problemText } from './problem-text.ts'
import type { RenamedColumns } from './ReplacedColumns.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import { SourceTab } from './SourceTab.tsx'
import type { DatasetEditing } from './use-edit-dataset.ts'
import type { CodeCompletion } from '#ui/input/code/completion.ts'
import { useFunctionNames } from '#controls/shared/function-names.tsx'
import { sqlCompletions } from '#controls/shared/completion.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { session } from '#client/session/session.ts'
import { noReplacementReason } from './dataset-access.ts'
import { useUploadTargets } from '#client/upload/use-upload-targets.ts'
import { usePageDrop } from '#client/shell/use-page-drop.ts'
import { PageDropOverlay } from '#client/shell/PageDropOverlay.tsx'
import { ReplaceDataDialog } from './ReplaceDataDialog.tsx'

interface DroppedDataProps {
  readonly dataset: DatasetResponse
  readonly onReplaced: (renamed: RenamedColumns) => void
}

/** Replaces the data of a dataset with a file dropped on its page, if the user may replace them. */
function DroppedData({ dataset, onReplaced }: DroppedDataProps) {
  const [file, setFile] = useState<File>()
  const { user } = session()
  const isAllowed = noReplacementReason(user, dataset, undefined) === undefined
  const targets = useUploadTargets(isAllowed)
  const isOn = isAllowed && targets !== undefined && noReplacementReason(user, dataset, targets) === undefined
  const isOver = usePageDrop(isOn && !file, ([first]) => setFile(first))
  return (
    <>
      {isOver && <PageDropOverlay text={t('Drop a file to replace the data of "%s"', dataset.table_name)} />}
      {file && (
        <ReplaceDataDialog dataset={dataset} file={file} onReplaced={onReplaced} onClose={() => setFile(undefined)} />
      )}
    </>
  )
}

const EMPTY = { columns: [], metrics: [] }

/** Returns the code completions for SQL on a dataset being edited. */
function useCompletions(
  edit: DatasetEdit | undefined,
  database: DatasetResponse['database'],
): readonly CodeCompletion[] {
  const { columns, metrics } = edit ?? EMPTY
  const functions = useFunctionNames(database?.id)
  const backend = database?.backend
  return useMemo(() => sqlCompletions({ columns, metrics, functions, backend }), [columns, metrics, functions, backend])
}

/** Returns the tabs by id. */
function tabsOf(props: DatasetTabProps) {
  return {
    source: <SourceTab {...props} />,
    metrics: <MetricsTab {...props} />,
    columns: <ColumnsTab {...props} />,
    calculated: <CalculatedTab {...props} />,
    folders: <FoldersTab {...props} />,
    settings: <SettingsTab {...props} />,
  }
}

/** Returns the labels of the tabs, with the number of parts. */
function tabItems({ columns, metrics, folders = [] }: DatasetEdit) {
  const calculated = columns.filter(isCalculated).length
  return [
    { id: 'source', label: t('Source') },
    { id: 'metrics', label: t('Metrics'), count: metrics.length },
    { id: 'columns', label: t('Columns'), count: columns.length - calculated },
    { id: 'calculated', label: t('Calculated columns'), count: calculated },
    { id: 'folders', label: t('Folders'), count: allFolders(folders).length },
    { id: 'settings', label: t('Settings') },
  ]
}

/** True for invalid input. Incomplete entries, such as a new metric, are listed next to Save. */
const isWrong = ({ kind }: EditProblem) => kind !== 'expression'

interface Props {
  readonly editing: DatasetEditing
  /** Called with the renamed columns after a file has replaced the data. */
  readonly onReplaced?: ((renamed: RenamedColumns) => void) | undefined
}

/** The dataset editor, in six tabs. */
export function DatasetEditor({ editing, onReplaced }: Props) {
  const [tab, setTab] = useState('source')
  const { dataset, edit, change, loadError, problems, isRestored, isOutdated } = editing
  const completions = useCompletions(edit, dataset?.database)
  if (loadError) return <ErrorPanel title={t('The dataset cannot be shown')} text={loadError.message} />
  if (!dataset || !edit) return <Skeleton shape="lines" label={t('Loading the dataset')} />
  const replaced = (renamed: RenamedColumns) => {
    editing.bringIn()
    onReplaced?.(renamed)
  }
  const tabs = tabsOf({ dataset, edit, onChange: change, completions, onReload: editing.bringIn })
  return (
    <Stack gap={3}>
      <DroppedData dataset={dataset} onReplaced={replaced} />
      <Banner tone="warn">
        {t('Changing these settings affects all charts that use this dataset, also those of other users.')}
      </Banner>
      {isRestored && (
        <Banner
          tone={isOutdated ? 'warn' : 'neutral'}
          actions={
            <>
              {isOutdated && (
                <Button size="sm" isPending={editing.isBringingIn} onPress={editing.bringIn}>
                  {t('Merge their changes')}
                </Button>
              )}
              <Button size="sm" variant="quiet" onPress={editing.discard}>
                {t('Discard')}
              </Button>
            </>
          }
        >
          {t('What you changed before and did not save is here again.')}{' '}
          {isOutdated && t('This dataset was changed by someone else.')}
        </Banner>
      )}
      {problems.filter(isWrong).map((problem) => (
        <Banner key={problem.kind} tone="danger" isLive>
          {problemText(problem)}
        </Banner>
      ))}
      <Tabs label={t('Parts of the dataset')} items={tabItems(edit)} selected={tab} onSelect={setTab}>
        <div className={styles['panel']}>{tabs[tab as keyof typeof tabs]}</div>
      </Tabs>
    </Stack>
  )
}
