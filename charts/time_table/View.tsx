import { useMemo, useState } from 'react'
import { orderedRows } from './order.ts'
import type { FigureColumn, RowOrder, SparkColumn, TimeTableProps } from './props.ts'
import { Sparkline } from './Sparkline.tsx'
import { figureText, MISSING_NUMBER, pointFormatters, rowsNote, sparkText } from './texts.ts'
import { toneColor } from './tone-color.ts'
import styles from './View.module.css'
import { columnWidths, rowHeight, sparkHeight } from './widths.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { NOTE_HEIGHT } from '#charts/shared/echarts/mark.ts'
import { usePainted } from '#charts/shared/echarts/use-picture.tsx'
import { tn } from '#core/text/t.ts'
import type { GridColumn } from '#ui/display/grid-column.ts'
import { VirtualTable } from '#ui/display/VirtualTable.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { InfoTooltip } from '#ui/base/InfoTooltip.tsx'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'

export { toProps } from './props.ts'

type Column = FigureColumn | SparkColumn

/** The sort order refers to its column, regardless of changes to other columns. */
interface SortState {
  readonly key: string | null
  readonly isDescending: boolean
}

const PADDING = 20

function gridColumns(title: string, columns: readonly Column[], widths: readonly number[]): GridColumn[] {
  const heads = columns.map((column, index): GridColumn => {
    const { tooltip } = column
    return {
      id: column.key,
      title: column.title,
      isSortable: true,
      ...withoutUndefined({
        width: widths[index + 1],
        align: column.kind === 'figure' ? ('end' as const) : undefined,
        hint: tooltip || undefined,
        headEnd: tooltip === '' ? undefined : <InfoTooltip text={tooltip} label={tooltip} />,
      }),
    }
  })
  return [
    { id: 'name', title, isSortable: true, pin: 'start' as const, ...withoutUndefined({ width: widths[0] }) },
    ...heads,
  ]
}

function Figure({ column, row }: { readonly column: FigureColumn; readonly row: number }) {
  const text = figureText(column, row)
  const tone = column.tones?.[row] ?? null
  if (text === MISSING_NUMBER) return <span className={styles['none']}>{MISSING_NUMBER}</span>
  if (tone === null) return text
  return (
    <span className={styles['toned']} style={{ color: toneColor(tone) }}>
      {text}
    </span>
  )
}

/** Returns the text of a cell for the clipboard and screen readers. */
function cellText(props: TimeTableProps, column: Column, row: number): string {
  if (column.kind === 'spark') return sparkText(column.points[row] ?? [], pointFormatters(column, row, props))
  return (column.values[row] ?? null) === null && column.problem !== null ? column.problem : figureText(column, row)
}

function useOrder({ columns, order }: TimeTableProps) {
  const [chosen, setChosen] = useState<SortState>()
  const columnIndex = chosen?.key === null ? 0 : columns.findIndex(({ key }) => key === chosen?.key) + 1
  const isKnown = chosen !== undefined && (chosen.key === null || columnIndex > 0)
  const current: RowOrder | null = isKnown ? { column: columnIndex, isDescending: chosen.isDescending } : order
  const choose = ({ column, isDescending }: RowOrder) =>
    setChosen({ key: columns[column - 1]?.key ?? null, isDescending })
  return [current, choose] as const
}

export default function TimeTableView(props: TimeTableProps & ChartViewProps) {
  const { title, rows, columns, width, height } = props
  const [order, setOrder] = useOrder(props)
  const seen = useMemo(() => orderedRows({ rows, columns }, order), [rows, columns, order])
  const widths = useMemo(() => columnWidths({ title, rows, columns }, width), [title, rows, columns, width])
  const grid = useMemo(() => gridColumns(title, columns, widths), [title, columns, widths])
  usePainted(columns, props.onRendered)
  const note = rowsNote(props)
  const text = (at: number, column: number): string => {
    const row = seen[at] ?? 0
    const found = columns[column - 1]
    return found ? cellText(props, found, row) : (rows[row]?.name ?? '')
  }
  const cell = (at: number, column: number) => {
    const row = seen[at] ?? 0
    const found = columns[column - 1]
    if (!found) {
      const { name, link } = rows[row] ?? { name: '', link: null }
      return link === null ? (
        <bdi>{name}</bdi>
      ) : (
        <TextLink href={link} isNewTab isUnderlined>
          <bdi>{name}</bdi>
        </TextLink>
      )
    }
    if (found.kind === 'figure') return <Figure column={found} row={row} />
    return (
      <Sparkline
        points={found.points[row] ?? []}
        texts={pointFormatters(found, row, props)}
        bounds={found.yAxisBounds}
        hasAxis={found.showYAxis}
        width={(widths[column] ?? 0) - PADDING}
        height={sparkHeight(found.height)}
      />
    )
  }
  return (
    <div className={styles['box']} style={{ width, height }}>
      <VirtualTable
        label={tn('Time-series table with %s row', 'Time-series table with %s rows', rows.length, rows.length)}
        rowCount={rows.length}
        columns={grid}
        cell={cell}
        text={text}
        height={note === '' ? height : Math.max(0, height - NOTE_HEIGHT)}
        rowHeight={rowHeight(props)}
        onSort={setOrder}
        sort={order ?? undefined}
        rowLabel={(at) => rows[seen[at] ?? 0]?.name ?? ''}
      />
      {note !== '' && <p className={styles['note']}>{note}</p>}
    </div>
  )
}
