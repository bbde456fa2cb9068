import { type HTMLAttributes, useId, useMemo, useRef, useState } from 'react'
import {
  foldableGroups,
  hideCollapsedLines,
  type FoldSide,
  noCollapsedGroups,
  toggleGroup,
} from './collapsed-groups.ts'
import type { PivotProps } from './props.ts'
import { PivotHeader } from './PivotHeader.tsx'
import { PivotRows } from './PivotRows.tsx'
import { labelRuns } from './runs.ts'
import type { PivotViewState } from './pivot-view-state.tsx'
import { useFocusPosition } from './use-focus-position.tsx'
import type { HeaderSpan } from './header-span.ts'
import { useVisibleCells } from './use-visible-cells.tsx'
import styles from './View.module.css'
import { widthsOf } from './widths.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { usePainted, usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { t } from '#core/text/t.ts'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'

export { toProps } from './props.ts'

/** Returns the index of the grand total if it is the last row: it is sticky. */
function footOf({ rows }: PivotProps): number {
  return rows.length > 1 && rows.at(-1)?.kind === 'total' ? rows.length - 1 : rows.length
}

/** Returns the table without collapsed groups, and the state and handlers for collapsing. */
function useFold({ columns, rows, columnLevels, rowLevels, cells, formatting }: PivotProps) {
  const [closed, setClosed] = useState(noCollapsedGroups)
  const foldable = useMemo(() => ({ row: foldableGroups(rows), column: foldableGroups(columns) }), [rows, columns])
  const table = useMemo(
    () => hideCollapsedLines({ columns, rows, columnLevels, rowLevels, cells, formatting }, closed),
    [columns, rows, columnLevels, rowLevels, cells, formatting, closed],
  )
  const onFold = (side: FoldSide, group: string) => setClosed((before) => toggleGroup(before, side, group))
  return { table, folds: { closed, foldable, onFold } }
}

function useLayout(table: PivotProps, { width, height }: ChartViewProps) {
  const { columns, rows, columnLevels, rowLevels } = table
  const rowHeight = useIsNarrow() ? 32 : 24
  const depth = { rows: Math.max(1, rowLevels.length), columns: Math.max(1, columnLevels.length) }
  const sides = useMemo(
    () => ({ rows: labelRuns(rows, depth.rows), columns: labelRuns(columns, depth.columns) }),
    [rows, columns, depth.rows, depth.columns],
  )
  const widths = useMemo(() => widthsOf(table, width), [table, width])
  const top = rowHeight * depth.columns
  const foot = footOf(table)
  const left = widths.heads.reduce((sum, each) => sum + each, 0)
  const isFooted = foot < rows.length
  const measures = {
    rowHeight,
    rowCount: foot,
    columns: widths.columns,
    top: top + (isFooted ? rowHeight : 0),
    left,
    height,
    width,
  }
  return { sides, widths, measures, foot }
}

interface GridProps {
  readonly shown: PivotViewState
  readonly span: HeaderSpan
  /** The number of rows above the sticky footer. */
  readonly foot: number
  readonly handlers: HTMLAttributes<HTMLTableElement>
}

/** The table grid with its keyboard navigation. */
function Grid({ shown, span, foot, handlers }: GridProps) {
  const { rows, columns } = shown.table
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with keyboard navigation
      role="grid"
      className={styles['table']}
      style={{ width: [...shown.widths.heads, ...shown.widths.columns].reduce((sum, each) => sum + each, 0) }}
      aria-label={t('Pivot table with %s rows and %s columns', rows.length, columns.length)}
      aria-rowcount={rows.length + shown.sides.columns.length}
      aria-colcount={columns.length + shown.sides.rows.length}
      aria-activedescendant={shown.active}
      tabIndex={0}
      {...handlers}
    >
      <PivotHeader {...shown} />
      <tbody>
        <PivotRows {...shown} from={span.from} to={span.to} before={span.before} behind={span.behind} />
      </tbody>
      {foot < rows.length && (
        <tfoot className={styles['foot']}>
          <PivotRows {...shown} from={foot} to={rows.length} before={0} behind={0} />
        </tfoot>
      )}
    </table>
  )
}

export default function PivotTableView(props: PivotProps & ChartViewProps) {
  const { width, height, selectedMarks = [], onSelect, onMenu } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { table, folds } = useFold(props)
  const { sides, widths, measures, foot } = useLayout(table, props)
  const { rows: span, across, onScroll, reveal } = useVisibleCells(box, measures)
  const {
    active,
    onPress,
    onMenu: openMenu,
    ...handlers
  } = useFocusPosition(table, {
    id,
    sides,
    onSelect,
    onMenu,
    folds,
    page: Math.max(1, Math.floor((height - measures.top) / measures.rowHeight) - 1),
    onMove: ({ row, column }) => reveal(row < foot ? row : -1, column),
  })
  usePainted(usePicture(props), props.onRendered)
  const shown: PivotViewState = {
    id,
    table,
    sides,
    widths,
    across,
    rowHeight: measures.rowHeight,
    active,
    selectedMarks,
    onPress: onSelect && onPress,
    onMenu: openMenu,
    folds,
    theme: props.theme,
  }
  return (
    <div
      ref={box}
      className={styles['box']}
      style={{ width, height }}
      onScroll={onScroll}
      data-left-out={props.isSelectionExcluded || undefined}
    >
      <Grid shown={shown} span={span} foot={foot} handlers={handlers} />
    </div>
  )
}
