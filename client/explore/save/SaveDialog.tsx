import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasErrorCode } from '#calls/call.ts'
import { listResource } from '#calls/resources.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { SavedByOthers } from '#client/properties/SavedByOthers.tsx'
import { hasPermission } from '#core/access/ability.ts'
import type { ChartResponse, DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { useExplore } from '../state/store.ts'
import { NameField } from './NameField.tsx'
import { DashboardPositionField } from '#client/chart/DashboardPositionField.tsx'
import { type GoTo, useSaveChart } from './use-save-chart.ts'

interface Props {
  readonly onClose: () => void
  /** Called after saving; with a dashboard if the user wants to open it. */
  readonly onSaved: (chartId: number, goTo: GoTo | undefined) => void
  readonly startsAsCopy?: boolean
  /** The dashboard the chart was opened from, if the user may add to it: selected initially. */
  readonly from?: number | undefined
}

type SaveMode = 'overwrite' | 'saveas'

/** Returns the field for the name of the dataset that is saved with a chart on a temporary one, and its state. */
function useDatasetName() {
  const offered = useExplore(({ dataset }) => (dataset.expires_on ? dataset.table_name : null))
  const [name, setName] = useState(offered ?? '')
  if (offered === null) return { isValid: true, isChanged: false, saved: {}, field: null }
  const field = (
    <TextField
      label={t('Dataset name')}
      description={t('The SQL of this chart is saved as a dataset.')}
      value={name}
      onChange={setName}
      isRequired
      maxLength={250}
    />
  )
  return { isValid: name.trim() !== '', isChanged: name !== offered, saved: { datasetName: name.trim() }, field }
}

interface DashboardFieldProps {
  readonly value: number | string | undefined
  readonly onChange: (value: number | string | undefined) => void
}

/** Selects a dashboard by name, or takes the name of a new one. */
function DashboardField({ value, onChange }: DashboardFieldProps) {
  const dashboards = useQuery({
    queryKey: ['list', 'dashboard', 'editable'],
    queryFn: ({ signal }) =>
      listResource<DashboardResponse>(
        'dashboard',
        { order_column: 'dashboard_title', order_direction: 'asc', page_size: 1000 },
        signal,
      ),
  })
  const writable = (dashboards.data?.result ?? []).filter((each) => each.abilities?.can_write !== false)
  return (
    <MultiSelect<number | string>
      label={t('Add to dashboard')}
      placeholder={t('Select a dashboard, or type the name of a new one')}
      options={writable.map((each) => ({ value: each.id, label: each.dashboard_title }))}
      value={value === undefined ? [] : [value]}
      onChange={(next) => onChange(next.at(-1))}
      isSingle
      isFreeForm
      isLoading={dashboards.isFetching}
      {...(dashboards.error
        ? { error: t('An error occurred while fetching %ss: %s', t('dashboard'), dashboards.error.message) }
        : {})}
    />
  )
}

function SaveModeField({
  way: mode,
  onChange,
}: {
  readonly way: SaveMode
  readonly onChange: (mode: SaveMode) => void
}) {
  const mayOverwrite = useExplore((state) => state.can_overwrite)
  const options = [
    {
      value: 'overwrite' as const,
      label: t('Save (Overwrite)'),
      isDisabled: !mayOverwrite,
      description: mayOverwrite ? undefined : t('You must be a chart owner in order to overwrite it.'),
    },
    { value: 'saveas' as const, label: t('Save as...') },
  ]
  return <RadioGroup ariaLabel={t('How to save')} options={options} value={mode} onChange={onChange} />
}

interface SaveErrorProps {
  readonly error: Error
  readonly slice: ChartResponse | null
  readonly isOverwrite: boolean
}

function SaveError({ error, slice, isOverwrite }: SaveErrorProps) {
  const text = isOverwrite ? error.message : t('An error occurred while creating %ss: %s', t('chart'), error.message)
  const isStale = slice && hasErrorCode(error, 'version-conflict')
  return <Banner tone="danger">{isStale ? <SavedByOthers of="chart" id={slice.id} /> : text}</Banner>
}

interface SaveButtonsProps {
  readonly onClose: () => void
  /** Saves the chart, also to this dashboard, and opens the dashboard if `goes`. */
  readonly onSave: (goes: boolean, dashboard: number | string | undefined) => void
  readonly mode: SaveMode
  readonly name: string
  readonly dashboard: number | string | undefined
  readonly canSave: boolean
  readonly isSaving: boolean
}

/** Buttons of the dialog. Without a dashboard, a new chart can be saved to a new one with its name. */
function SaveButtons({ onClose, onSave, mode, name, dashboard, canSave, isSaving }: SaveButtonsProps) {
  const mayAddDashboard = useExplore(({ user }) => user !== undefined && hasPermission(user, 'can_write', 'Dashboard'))
  const savesToNew = dashboard === undefined && mode === 'saveas' && mayAddDashboard
  const target = savesToNew ? name : dashboard
  return (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button
        isWrite
        isDisabled={!canSave || !target}
        isPending={isSaving}
        onPress={() => onSave(true, target)}
        tooltip={savesToNew && canSave ? t('The new dashboard has the name “%s”', name) : undefined}
      >
        {savesToNew ? t('Save to new dashboard') : t('Save & go to dashboard')}
      </Button>
      <Button
        isWrite
        variant="primary"
        isDisabled={!canSave}
        isPending={isSaving}
        onPress={() => onSave(false, dashboard)}
      >
        {t('Save')}
      </Button>
    </>
  )
}

/** Saves a chart: overwrite or save as, with a name, optionally added to a dashboard. */
export function SaveDialog({ onClose, onSaved, startsAsCopy, from }: Props) {
  const mayOverwrite = useExplore((state) => state.can_overwrite)
  const slice = useExplore((state) => state.slice)
  const first = {
    way: mayOverwrite && !startsAsCopy ? 'overwrite' : 'saveas',
    name: useExplore((state) => state.title),
  } as const
  const [mode, setMode] = useState<SaveMode>(first.way)
  const [name, setName] = useState(first.name)
  const [dashboard, setDashboard] = useState<number | string | undefined>(from)
  const [containerId, setContainerId] = useState<string | undefined>()
  const dataset = useDatasetName()
  const { save, error, isSaving } = useSaveChart(onSaved)
  const canSave = name.trim() !== '' && dataset.isValid
  const isChanged =
    mode !== first.way || name !== first.name || dashboard !== from || containerId !== undefined || dataset.isChanged
  // A chart that is already on the dashboard keeps its position there.
  const isOnDashboard = mode === 'overwrite' && slice?.dashboards?.some(({ id }) => id === dashboard) === true
  const submit = (goes: boolean, to: number | string | undefined) => {
    const target = mode === 'overwrite' ? slice : null
    if (canSave) save({ slice: target, name: name.trim(), dashboard: to, containerId, goes, ...dataset.saved })
  }
  const buttons = (
    <SaveButtons
      onClose={onClose}
      onSave={submit}
      mode={mode}
      name={name.trim()}
      dashboard={dashboard}
      canSave={canSave}
      isSaving={isSaving}
    />
  )
  return (
    <ConfirmLeaveModal
      title={t('Save chart')}
      isOpen
      isChanged={isChanged}
      onClose={onClose}
      size="sm"
      footer={buttons}
    >
      <FormStack ariaLabel={t('Save chart')} onSubmit={() => submit(false, dashboard)}>
        {error && <SaveError error={error} slice={slice} isOverwrite={mode === 'overwrite'} />}
        {slice && <SaveModeField way={mode} onChange={setMode} />}
        <NameField value={name} onChange={setName} own={mode === 'overwrite' ? slice?.id : undefined} />
        {dataset.field}
        <DashboardField
          value={dashboard}
          onChange={(next) => {
            setDashboard(next)
            setContainerId(undefined)
          }}
        />
        {typeof dashboard === 'number' && !isOnDashboard && (
          <DashboardPositionField dashboardId={dashboard} value={containerId} onChange={setContainerId} />
        )}
      </FormStack>
    </ConfirmLeaveModal>
  )
}
