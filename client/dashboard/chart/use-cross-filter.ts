import { useCallback } from 'react'
import type { ChartType, SelectedMark, SelectionMode, AxisRange } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { nextSelection } from '#charts/mark-selection.ts'
import { invertMask } from '#core/mask/invert-mask.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { chartsInScope } from '#core/scope/charts-in-scope.ts'
import { periodEnd } from '#core/time/grains.ts'
import { crossFiltersOf } from '../state/cross-filter-scopes.ts'
import { drillOf, withinDrill } from '../state/drill-path.ts'
import { comparisons } from '../state/comparison.ts'
import { clearSelection, maskOf } from '../state/masks.ts'
import { actions, type DashboardStore, useDashboard, useDashboardStore } from '../state/store.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

const noMarks: readonly SelectedMark[] = []

/** Returns the selection of a chart from its mask. */
function currentSelection(mask: DataMask | undefined) {
  return {
    marks: (mask?.filterState?.['picked'] as readonly SelectedMark[] | undefined) ?? noMarks,
    isLeftOut: mask?.filterState?.['isLeftOut'] === true,
  }
}

/** Limits the mask of a drilled chart to the rows of its drill path. */
function withinDrillPath(store: DashboardStore, id: string, mask: DataMask): DataMask {
  const { charts, masks } = store.getState()
  const form = charts[Number(id)]?.form_data
  return form ? withinDrill(mask, form, drillOf(masks[id])) : mask
}

function selectMark(
  store: DashboardStore,
  type: ChartType,
  chartId: number,
  one: SelectedMark,
  mode: SelectionMode,
): void {
  const id = String(chartId)
  const before = store.getState().masks[id]
  const form = formDataOf(store.getState(), chartId)
  if (!form || !type.toDataMask) return
  const { marks, isLeftOut } = nextSelection(currentSelection(before), one, mode)
  const stored = withinDrillPath(store, id, type.toDataMask(marks, form))
  const mask = isLeftOut ? invertMask(stored) : stored
  actions.setMask(store, id, {
    ...clearSelection(id, before),
    ...mask,
    filterState: { ...mask.filterState, picked: marks },
  })
}

/** Sets the selection to an axis range; undefined clears it. Ignored for charts that cannot filter by a range. */
function brush(store: DashboardStore, type: ChartType, chartId: number, stretch: AxisRange | undefined): void {
  const id = String(chartId)
  if (!stretch) return actions.setMask(store, id, clearSelection(id, store.getState().masks[id]))
  const form = formDataOf(store.getState(), chartId)
  const mask = form && type.toBrush?.(stretch, form)
  if (mask)
    actions.setMask(store, id, {
      ...clearSelection(id, store.getState().masks[id]),
      ...withinDrillPath(store, id, mask),
    })
}

const instantText = (at: number) => new Date(at).toISOString().slice(0, 19)

/**
 * Sets the time filter of a chart to a range of its axis and compares it with the period before. Returns false if the
 * chart has no time filter, or its axis no time grain.
 */
function compareRange(store: DashboardStore, chartId: number, { kind, first, last }: AxisRange): boolean {
  const state = store.getState()
  const grain = formDataOf(state, chartId)?.['time_grain_sqla']
  const end = kind === 'time' && typeof grain === 'string' ? periodEnd(last, grain) : undefined
  const filter = state.filters.find(
    ({ filterType, scope }) => filterType === 'filter_time' && chartsInScope(state.layout, scope).includes(chartId),
  )
  if (!filter || end === undefined) return false
  const mask = maskOf(filter, `${instantText(first)} : ${instantText(end)}`)
  actions.setMask(store, filter.id, mask, { comparison: comparisons[0] })
  return true
}

/** Returns the selection of a chart and its handlers. Empty for charts that cannot filter. */
export function useCrossFilter(chartId: number): {
  selectedMarks?: readonly SelectedMark[]
  isSelectionExcluded?: boolean
  onSelect?: (one: SelectedMark, mode: SelectionMode) => void
  stretch?: AxisRange | undefined
  onStretch?: (stretch: AxisRange | undefined, isCompared?: boolean) => void
} {
  const store = useDashboardStore()
  const vizType = useDashboard((state) => state.charts[chartId]?.form_data.viz_type)
  const isEditing = useDashboard((state) => state.editMode)
  const mask = useDashboard((all) => all.masks[String(chartId)])
  const hasCrossFilters = useDashboard(({ info }) => info.hasCrossFilters)
  const emits = useDashboard(({ info, charts }) => {
    const { isOn, isSaid } = crossFiltersOf(info.metadata)
    return isOn && (isSaid || charts[chartId]?.form_data['emit_filter'] !== false)
  })
  const type = vizType ? chartType(vizType) : undefined
  // Stable functions, so that changes around a chart do not redraw it.
  const onSelect = useCallback(
    (one: SelectedMark, mode: SelectionMode) => type && selectMark(store, type, chartId, one, mode),
    [store, type, chartId],
  )
  const onStretch = useCallback(
    (stretch: AxisRange | undefined, isCompared?: boolean) => {
      if (stretch && isCompared && compareRange(store, chartId, stretch)) return
      if (type) brush(store, type, chartId, stretch)
    },
    [store, type, chartId],
  )
  if (!type?.toDataMask || isEditing || !emits || !hasCrossFilters) return {}
  const { marks, isLeftOut } = currentSelection(mask)
  return {
    selectedMarks: marks,
    isSelectionExcluded: isLeftOut,
    onSelect,
    ...(type.toBrush
      ? {
          stretch: mask?.filterState?.['stretch'] as AxisRange | undefined,
          onStretch,
        }
      : {}),
  }
}
