import type { GroupCollapsing } from './collapsed-groups.ts'
import type { LabelRuns } from './cell-position.ts'
import type { PivotProps } from './props.ts'
import type { CellMouseHandler } from './use-focus-position.tsx'
import type { HeaderSpan } from './header-span.ts'
import type { Widths } from './widths.ts'
import type { ChartViewProps, SelectedMark } from '#charts/chart.ts'

/** The state that all parts of a drawn pivot table share. */
export interface PivotViewState {
  readonly id: string
  readonly table: PivotProps
  readonly sides: LabelRuns
  readonly widths: Widths
  /** The columns that are drawn. */
  readonly across: HeaderSpan
  readonly rowHeight: number
  /** The id of the element with keyboard focus. */
  readonly active: string | undefined
  readonly selectedMarks: readonly SelectedMark[]
  /** Absent if nothing can be selected. */
  readonly onPress: CellMouseHandler | undefined
  readonly onMenu: CellMouseHandler
  readonly folds: GroupCollapsing
  readonly theme: ChartViewProps['theme']
}
