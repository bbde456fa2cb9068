import { useId, useMemo, useRef } from 'react'
import type { PivotProps } from './props.ts'
import { PivotHead } from './PivotHead.tsx'
import { PivotRows } from './PivotRows.tsx'
import { runsOf } from './runs.ts'
import type { Shown } from './shown.ts'
import { usePlace } from './use-place.tsx'
import { useSpans } from './use-spans.tsx'
import styles from './View.module.css'
import { widthsOf } from './widths.ts'
import type { Canvas } from '#charts/chart.ts'
import { usePainted, usePicture } from '#charts/shared/picture.tsx'
import { t } from '#core/text/t.ts'
import { useNarrow } from '#ui/tokens/narrow.ts'

/** The last row when it is the total of all: it stays in sight. */
function footOf({ rows }: PivotProps): number {
  return rows.length > 1 && rows.at(-1)?.kind === 'total' ? rows.length - 1 : rows.length
}

function useLayout(props: PivotProps & Canvas) {
  const { columns, rows, columnLevels, rowLevels, cells, formatting, width, height } = props
  const rowHeight = useNarrow() ? 32 : 24
  const table = useMemo(
    () => ({ columns, rows, columnLevels, rowLevels, cells, formatting }),
    [columns, rows, columnLevels, rowLevels, cells, formatting],
  )
  const depth = { rows: Math.max(1, rowLevels.length), columns: Math.max(1, columnLevels.length) }
  const sides = useMemo(
    () => ({ rows: runsOf(rows, depth.rows), columns: runsOf(columns, depth.columns) }),
    [rows, columns, depth.rows, depth.columns],
  )
  const widths = useMemo(() => widthsOf(table, width), [table, width])
  const top = rowHeight * depth.columns
  const foot = footOf(props)
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
  return { table, sides, widths, measures, foot }
}

export default function PivotTableView(props: PivotProps & Canvas) {
  const { rows, columns, width, height, picked = [], onPick } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { table, sides, widths, measures, foot } = useLayout(props)
  const { rows: span, across, onScroll, reveal } = useSpans(box, measures)
  const { active, onPress, ...handlers } = usePlace(props, {
    id,
    sides,
    page: Math.max(1, Math.floor((height - measures.top) / measures.rowHeight) - 1),
    onMove: ({ row, column }) => reveal(row < foot ? row : -1, column),
  })
  usePainted(usePicture(props), props.onRendered)
  const shown: Shown = {
    id,
    table,
    sides,
    widths,
    across,
    rowHeight: measures.rowHeight,
    active,
    picked,
    onPress: onPick && onPress,
    theme: props.theme,
  }
  return (
    <div ref={box} className={styles['box']} style={{ width, height }} onScroll={onScroll}>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table one moves in by keys
        role="grid"
        className={styles['table']}
        style={{ width: [...widths.heads, ...widths.columns].reduce((sum, each) => sum + each, 0) }}
        aria-label={t('Pivot table with %s rows and %s columns', rows.length, columns.length)}
        aria-rowcount={rows.length + sides.columns.length}
        aria-colcount={columns.length + sides.rows.length}
        aria-activedescendant={active}
        tabIndex={0}
        {...handlers}
      >
        <PivotHead {...shown} />
        <tbody>
          <PivotRows {...shown} from={span.from} to={span.to} before={span.before} behind={span.behind} />
        </tbody>
        {foot < rows.length && (
          <tfoot className={styles['foot']}>
            <PivotRows {...shown} from={foot} to={rows.length} before={0} behind={0} />
          </tfoot>
        )}
      </table>
    </div>
  )
}
