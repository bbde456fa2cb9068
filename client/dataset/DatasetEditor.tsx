import { useState } from 'react'
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
import { DroppedData } from './DroppedData.tsx'
import { type EditProblem, isCalculated } from './edit-draft.ts'
import type { DatasetTabProps } from './edit-tab.ts'
import { MetricsTab } from './MetricsTab.tsx'
import { problemText } from './problem-text.ts'
import type { RenamedColumns } from './ReplacedColumns.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import { SourceTab } from './SourceTab.tsx'
import { useCompletions } from './use-completions.ts'
import type { DatasetEditing } from './use-edit-dataset.ts'

/** Returns the tabs by id. */
function tabsOf(props: DatasetTabProps) {
  return {
    source: <SourceTab {...props} />,
    metrics: <MetricsTab {...props} />,
    columns: <ColumnsTab {...props} />,
    calculated: <CalculatedTab {...props} />,
    settings: <SettingsTab {...props} />,
  }
}

/** True for invalid input. What is only incomplete, such as a new metric, is shown next to Save. */
const isWrong = ({ kind }: EditProblem) => kind !== 'expression'

interface Props {
  readonly editing: DatasetEditing
  /** Called with the renamed columns after a file has replaced the data. */
  readonly onReplaced?: ((renamed: RenamedColumns) => void) | undefined
}

/** The dataset editor, in five tabs. */
export function DatasetEditor({ editing, onReplaced }: Props) {
  const [tab, setTab] = useState('source')
  const { dataset, edit, change, loadError, problems, isRestored, isOutdated } = editing
  const completions = useCompletions(edit, dataset?.database?.id)
  if (loadError) return <ErrorPanel title={t('The dataset cannot be shown')} text={loadError.message} />
  if (!dataset || !edit) return <Skeleton shape="lines" label={t('Loading the dataset')} />
  const calculated = edit.columns.filter(isCalculated).length
  const replaced = (renamed: RenamedColumns) => {
    editing.bringIn()
    onReplaced?.(renamed)
  }
  const tabs = tabsOf({ dataset, edit, onChange: change, completions, onReload: editing.bringIn })
  return (
    <Stack gap={3}>
      <DroppedData dataset={dataset} onReplaced={replaced} />
      <Banner tone="warn">
        {t('Changing these settings affects all charts that use this dataset, also those of other people.')}
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
      <Tabs
        label={t('Parts of the dataset')}
        items={[
          { id: 'source', label: t('Source') },
          { id: 'metrics', label: t('Metrics'), count: edit.metrics.length },
          { id: 'columns', label: t('Columns'), count: edit.columns.length - calculated },
          { id: 'calculated', label: t('Calculated columns'), count: calculated },
          { id: 'settings', label: t('Settings') },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        <div className={styles['panel']}>{tabs[tab as keyof typeof tabs]}</div>
      </Tabs>
    </Stack>
  )
}
