import type { MarkEvent } from './mark-events.tsx'
import type { ChartViewProps, SelectedMark, SelectionMode } from '#charts/chart.ts'
import type { WindowPoint } from '#ui/base/menu-point.ts'

/**
 * Returns the handlers of an `EChart` that select a mark and open its menu. Marks for which `selectionAt` returns
 * undefined, such as a total, do nothing.
 */
export function markHandlers(
  { onSelect, onMenu }: Pick<ChartViewProps, 'onSelect' | 'onMenu'>,
  selectionAt: (mark: MarkEvent) => SelectedMark | undefined,
) {
  return {
    onMark:
      onSelect &&
      ((mark: MarkEvent, mode: SelectionMode) => {
        const selection = selectionAt(mark)
        if (selection) onSelect(selection, mode)
      }),
    onMarkMenu:
      onMenu &&
      ((mark: MarkEvent, at: WindowPoint) => {
        const selection = selectionAt(mark)
        if (selection) onMenu(selection, at)
      }),
  }
}
