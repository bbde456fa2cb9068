import { FoldButton, foldGroup } from './Fold.tsx'
import { cellBackgroundOf } from './formatting.ts'
import { metricAt } from './lines.ts'
import { stickyLeft } from './PivotHeader.tsx'
import { cellSelection, isSelected, labelSelection } from './selection.ts'
import { type Label, labelsAt } from './runs.ts'
import type { PivotViewState } from './pivot-view-state.tsx'
import { cellText, isNumber } from './texts.ts'
import styles from './View.module.css'
import { cellBackgroundCss } from '#charts/shared/echarts/background-text.ts'
import { classNames } from '#ui/tokens/class-names.ts'

function RowLabel({ shown, label }: { readonly shown: PivotViewState; readonly label: Label }) {
  const { table, sides, rowHeight, onPress, onMenu, selectedMarks, active } = shown
  const { line, level, start, span, levels } = label
  const own = table.rows[line]
  const text = own?.labels[level] ?? ''
  const selection = labelSelection(own, level, table.rowLevels)
  const id = `${shown.id}-row-${level}-${start}`
  const isSpanning = level < sides.rows.length - 1 && levels === 1
  const chosen = isSelected(selectedMarks, selection)
  const group = foldGroup(shown, 'row', label)
  const cell = { row: line, column: level - sides.rows.length }
  return (
    <th
      id={id}
      aria-label={group && text}
      aria-expanded={group && !group.isClosed}
      scope={isSpanning ? 'rowgroup' : 'row'}
      rowSpan={span}
      colSpan={levels}
      aria-colindex={level + 1}
      aria-selected={onPress && selection ? chosen : undefined}
      className={classNames(
        styles['rowLabel'],
        isSpanning && styles['rowGroup'],
        own && level >= own.values.length && own.kind !== 'value' && styles[own.kind],
        onPress && selection && styles['selectable'],
        chosen && styles['selected'],
        active === id && styles['active'],
      )}
      style={{ left: stickyLeft(shown, level) }}
      title={text}
      onClick={(event) => onPress?.(cell, event)}
      onContextMenu={(event) => onMenu(cell, event)}
    >
      <span className={styles['text']} style={isSpanning ? { top: rowHeight * sides.columns.length + 4 } : undefined}>
        {group && <FoldButton group={group} text={text} />}
        <bdi>{text}</bdi>
      </span>
    </th>
  )
}

function Cell({
  shown,
  row,
  column,
}: {
  readonly shown: PivotViewState
  readonly row: number
  readonly column: number
}) {
  const { table, sides, onPress, onMenu, selectedMarks, active, theme } = shown
  const [across, down] = [table.columns[column], table.rows[row]]
  const value = table.cells[column]?.[row] ?? null
  const text = cellText(table, row, column)
  const metric = metricAt(across, down)
  const background = metric === null ? undefined : cellBackgroundOf(table.formatting[metric], value)
  const selection =
    onPress &&
    cellSelection([
      [down, table.rowLevels],
      [across, table.columnLevels],
    ])
  const chosen = isSelected(selectedMarks, selection)
  const id = `${shown.id}-${row}-${column}`
  const kind =
    down?.kind === 'value'
      ? across?.kind
      : down?.kind === 'total'
        ? 'total'
        : across?.kind === 'total'
          ? 'total'
          : 'subtotal'
  return (
    <td
      id={id}
      aria-colindex={column + sides.rows.length + 1}
      aria-selected={selection ? chosen : undefined}
      className={classNames(
        styles['cell'],
        isNumber(value) && styles['end'],
        kind && kind !== 'value' && styles[kind],
        selection && styles['selectable'],
        chosen && styles['selected'],
        active === id && styles['active'],
      )}
      style={background && { background: cellBackgroundCss(background, theme) }}
      title={text}
      onClick={(event) => onPress?.({ row, column }, event)}
      onContextMenu={(event) => onMenu({ row, column }, event)}
    >
      {text}
    </td>
  )
}

interface RowsProps extends PivotViewState {
  /** The first row (inclusive) and the end (exclusive), and the height in px of undrawn rows before and after them. */
  readonly from: number
  readonly to: number
  readonly before: number
  readonly behind: number
}

function Blank({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr aria-hidden="true" style={{ height }}>
      <td aria-hidden="true" />
    </tr>
  ) : null
}

/** The rows with their labels; blank space replaces rows outside of the viewport. */
export function PivotRows({ from, to, before, behind, ...shown }: RowsProps) {
  const { table, sides, across, rowHeight } = shown
  const columns = Array.from({ length: across.to - across.from }, (_, index) => across.from + index)
  return (
    <>
      <Blank height={before} />
      {Array.from({ length: to - from }, (_, index) => from + index).map((row) => (
        <tr
          key={row}
          aria-rowindex={row + sides.columns.length + 1}
          className={classNames(
            styles['row'],
            sides.rows.length > 1 && sides.rows[0]?.end[row] === row + 1 && styles['last'],
          )}
          style={{ height: rowHeight }}
        >
          {labelsAt(row, table.rows, sides.rows, { from, to }).map((label) => (
            <RowLabel key={label.level} shown={shown} label={label} />
          ))}
          {across.before > 0 && <td aria-hidden="true" />}
          {columns.map((column) => (
            <Cell key={column} shown={shown} row={row} column={column} />
          ))}
          {across.behind > 0 && <td aria-hidden="true" />}
        </tr>
      ))}
      <Blank height={behind} />
    </>
  )
}
