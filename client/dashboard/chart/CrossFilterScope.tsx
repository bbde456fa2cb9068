import { useState } from 'react'
import { ChartsInScope } from '../filter-config/ScopeFields.tsx'
import { ScopePicker } from '../filter-config/ScopePicker.tsx'
import { crossFiltersOf, storedScopeOf, scopeOfChart, withScope } from '../state/cross-filter-scopes.ts'
import { chartsOfFilter } from '../filters/filter-scope-charts.ts'
import { saveMetadata } from '../filters/save-filters.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import type { Scope } from '#core/scope/charts-in-scope.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Switch } from '#ui/input/Switch.tsx'

interface Props {
  /** The chart whose scope is edited; absent for the default scope of all other charts. */
  readonly chartId?: number
  readonly title?: string
  readonly onClose: () => void
}

/** The selection in the dialog, and the function that saves it. */
function useScopes(chartId: number | undefined, onClose: () => void) {
  const store = useDashboardStore()
  const before = crossFiltersOf(useDashboard(({ info }) => info.metadata))
  const [begun] = useState(before)
  const first = chartId === undefined ? undefined : storedScopeOf(begun, chartId)
  const [own, setOwn] = useState(first)
  const [global, setGlobal] = useState(before.global)
  const [isOn, setOn] = useState(before.isOn)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    setProblem(undefined)
    try {
      await saveMetadata(store, {
        ...(chartId === undefined ? {} : withScope(crossFiltersOf(store.getState().info.metadata), chartId, own)),
        ...(global === before.global ? {} : { global_chart_configuration: { scope: global } }),
        ...(isOn === before.isOn ? {} : { cross_filters_enabled: isOn }),
      })
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setSaving(false)
    }
  }
  const reaches =
    chartId === undefined ? global : scopeOfChart({ ...before, global, charts: withScopes(own, chartId) }, chartId)
  const isChanged = JSON.stringify([own, global, isOn]) !== JSON.stringify([first, begun.global, begun.isOn])
  return { isChanged, own, setOwn, global, setGlobal, isOn, setOn, problem, isSaving, save, reaches }
}

const withScopes = (own: Scope | undefined, chartId: number) =>
  own ? { [chartId]: { crossFilters: { scope: own } } } : {}

/** Selects whether a chart has its own scope. */
function Way({ isOwn, onChange }: { readonly isOwn: boolean; readonly onChange: (isOwn: boolean) => void }) {
  return (
    <RadioGroup
      label={t('Selections in this chart filter')}
      options={[
        {
          value: 'global',
          label: t('what the dashboard says'),
          description: t('The same for all charts without a scope of their own'),
        },
        { value: 'own', label: t('charts of its own') },
      ]}
      value={isOwn ? 'own' : 'global'}
      onChange={(scopeMode: 'global' | 'own') => onChange(scopeMode === 'own')}
    />
  )
}

/** Edits which charts a cross-filter applies to, for one chart or as the default. Saved with the dashboard. */
export function CrossFilterScope({ chartId, title, onClose }: Props) {
  const { isChanged, own, setOwn, global, setGlobal, isOn, setOn, problem, isSaving, save, reaches } = useScopes(
    chartId,
    onClose,
  )
  const state = useDashboard((now) => now)
  const touched = chartsOfFilter(state, { id: '', type: 'NATIVE_FILTER', scope: reaches })
  return (
    <ConfirmLeaveModal
      title={title === undefined ? t('Cross-filters of the dashboard') : t('Cross-filter scope of %s', title)}
      size="lg"
      isOpen
      isChanged={isChanged}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button isWrite variant="primary" isPending={isSaving} onPress={() => void save()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Stack>
        {problem !== undefined && (
          <Banner tone="danger" isLive>
            {t('The scope was not saved. %s', problem)}
          </Banner>
        )}
        <Switch isSelected={isOn} onChange={setOn} description={t('For all charts of this dashboard')}>
          {t('Charts filter each other')}
        </Switch>
        {chartId === undefined ? (
          <p>{t('Selections in a chart without its own scope filter these charts:')}</p>
        ) : (
          <Way isOwn={own !== undefined} onChange={(isOwn) => setOwn(isOwn ? reaches : undefined)} />
        )}
        <ScopePicker
          key={own ? 'own' : 'global'}
          scope={own ?? global}
          onScope={
            own && chartId !== undefined
              ? (scope) => setOwn({ ...scope, excluded: [...new Set([...scope.excluded, chartId])] })
              : setGlobal
          }
        >
          <ChartsInScope charts={touched} />
        </ScopePicker>
      </Stack>
    </ConfirmLeaveModal>
  )
}
