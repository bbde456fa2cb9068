import { useEffect } from 'react'
import type { MarkRows, SelectedMark, SelectionMode } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { copyText } from '#ui/display/clipboard.ts'
import { ContextMenu } from '#ui/overlay/ContextMenu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import type { WindowPoint } from '#ui/base/menu-point.ts'
import { toast } from '#ui/overlay/toast.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { t } from '#core/text/t.ts'
import { DetailRows } from './MarkDetail.tsx'
import { drillColumns } from '../drilling/drill-columns.ts'
import { drilledMask, drillOf } from '../state/drill-path.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { usePrefetch } from '../state/use-prefetch.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

/** A mark whose menu is open, and the position of the menu. */
export interface MenuTarget {
  readonly selection: SelectedMark
  readonly at: WindowPoint
  /** Set if the mark stands for fewer rows than its selection. */
  readonly mark: MarkRows | undefined
}

interface Props {
  readonly chartId: number
  readonly target: MenuTarget
  /** Absent if the chart filters no other charts. */
  readonly onSelect: ((selection: SelectedMark, how: SelectionMode) => void) | undefined
  /** Absent for users who may not see rows. */
  readonly onDetail: (() => void) | undefined
  readonly onClose: () => void
}

async function copy(text: string): Promise<void> {
  try {
    await copyText(text)
    toast.show({ text: t('Copied: %s', text) })
  } catch {
    toast.show({ text: t('The browser did not let anything be copied.'), tone: 'danger' })
  }
}

const withMask = (state: DashboardState, id: string, mask: DataMask): DashboardState => ({
  ...state,
  masks: { ...state.masks, [id]: mask },
})

/** Returns a menu entry per dataset column that drills the chart by it, limited to the rows behind the mark. */
function useDrillEntries(chartId: number, { selection }: MenuTarget): readonly MenuEntry[] {
  const store = useDashboardStore()
  const prefetch = usePrefetch()
  const state = store.getState()
  const form = formDataOf(state, chartId)
  const kind = chartType(form?.viz_type ?? '')
  if (!form || !kind?.toDrillBy || Object.keys(selection).length === 0) return []
  const columns = drillColumns(state, chartId, form).filter(({ column_name }) => !Object.hasOwn(selection, column_name))
  const [first] = columns
  if (!first || !kind.toDrillBy(form, first.column_name)) return []
  const id = String(chartId)
  const items = columns.map(({ column_name, verbose_name }) => {
    const mask = drilledMask(id, [...drillOf(state.masks[id]), { pick: selection, by: column_name }])
    return {
      id: `by ${column_name}`,
      label: verbose_name || column_name,
      onAction: () => actions.setMask(store, id, mask),
      onHover: (isHovered: boolean) =>
        prefetch(isHovered ? (now) => ({ state: withMask(now, id, mask), charts: [chartId] }) : undefined),
    }
  })
  return [{ id: 'by', label: t('Drill by'), icon: 'chart', items }]
}

/** The menu of a mark: filter other charts by it, drill into it, copy its text. */
export function MarkMenu({ chartId, target: requested, onSelect, onDetail, onClose }: Props) {
  const store = useDashboardStore()
  const vizType = useDashboard((state) => state.charts[chartId]?.form_data.viz_type)
  const form = formDataOf(store.getState(), chartId)
  const { selection, at, mark } = requested
  const mask = form && chartType(vizType ?? '')?.toDataMask?.([selection], form)
  const filters = (mask?.extraFormData?.filters ?? []).length > 0 ? onSelect : undefined
  const text = mask?.filterState?.label ?? (Object.values(selection).join(', ') || mark?.text || '')
  const drills = useDrillEntries(chartId, requested)
  useEffect(() => {
    if (onDetail) DetailRows.fetch()
  }, [onDetail])
  const entries: readonly MenuEntry[] = [
    ...(filters
      ? [
          {
            id: 'one',
            label: t('Filter by %s', text),
            icon: 'filter' as const,
            onAction: () => filters(selection, 'one'),
          },
          {
            id: 'more',
            label: t('Add %s to the filter', text),
            icon: 'plus' as const,
            onAction: () => filters(selection, 'more'),
          },
          {
            id: 'not',
            label: t('Exclude %s', text),
            icon: 'eye-off' as const,
            onAction: () => filters(selection, 'not'),
          },
          { kind: 'separator' as const, id: 'line' },
        ]
      : []),
    ...drills,
    ...(onDetail ? [{ id: 'detail', label: t('Drill to detail'), icon: 'rows' as const, onAction: onDetail }] : []),
    { id: 'copy', label: t('Copy'), icon: 'copy', detail: text, onAction: () => void copy(text) },
  ]
  return <ContextMenu label={t('What to do with %s', text)} items={entries} at={at} onClose={onClose} />
}
