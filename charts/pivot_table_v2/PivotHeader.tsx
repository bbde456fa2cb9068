import { FoldButton, foldGroup } from './Fold.tsx'
import { isSelected, labelSelection } from './selection.ts'
import { labelsAt, type Label } from './runs.ts'
import type { PivotViewState } from './pivot-view-state.tsx'
import styles from './View.module.css'
import { classNames } from '#ui/tokens/class-names.ts'

/** The dimension names: row dimensions above their labels, column dimensions next to theirs. */
function Corner({ shown, level }: { readonly shown: PivotViewState; readonly level: number }) {
  const { rowLevels, columnLevels } = shown.table
  const depth = shown.sides.rows.length
  const isLast = level === shown.sides.columns.length - 1
  const name = columnLevels[level]?.name === null ? '' : (columnLevels[level]?.title ?? '')
  if (!isLast)
    return (
      <td className={classNames(styles['corner'], styles['end'])} colSpan={depth} aria-colindex={1} style={{ left: 0 }}>
        {name}
      </td>
    )
  return shown.sides.rows.map((_, index) => {
    const title = rowLevels[index]?.title ?? ''
    const across = index === depth - 1 ? name : ''
    return (
      <td
        key={title}
        className={styles['corner']}
        aria-colindex={index + 1}
        style={{ left: stickyLeft(shown, index) }}
        title={[title, across].filter(Boolean).join(', ')}
      >
        <span className={styles['names']}>
          <span>{title}</span>
          {across !== '' && <span className={styles['across']}>{across}</span>}
        </span>
      </td>
    )
  })
}

/** Returns the sticky left position of the row labels of a level, in pixels. */
export function stickyLeft({ widths }: PivotViewState, level: number): number {
  return widths.heads.slice(0, level).reduce((sum, each) => sum + each, 0)
}

function ColumnLabel({
  shown,
  label,
  isOuter,
}: {
  readonly shown: PivotViewState
  readonly label: Label
  isOuter: boolean
}) {
  const { table, sides, widths, onPress, onMenu, selectedMarks, active } = shown
  const { line, level, start, span, levels } = label
  const own = table.columns[line]
  const text = own?.labels[level] ?? ''
  const selection = labelSelection(own, level, table.columnLevels)
  const id = `${shown.id}-column-${level}-${start}`
  const isSpanning = level < sides.columns.length - 1 && levels === 1
  const chosen = isSelected(selectedMarks, selection)
  const group = foldGroup(shown, 'column', label)
  const cell = { row: level - sides.columns.length, column: line }
  return (
    <th
      id={id}
      aria-label={group && text}
      aria-expanded={group && !group.isClosed}
      scope={isSpanning ? 'colgroup' : 'col'}
      colSpan={span}
      rowSpan={levels}
      aria-colindex={line + sides.rows.length + 1}
      aria-selected={onPress && selection ? chosen : undefined}
      className={classNames(
        styles['label'],
        isSpanning ? styles['group'] : styles['end'],
        own && level >= own.values.length && own.kind !== 'value' && styles[own.kind],
        onPress && selection && styles['selectable'],
        chosen && styles['selected'],
        active === id && styles['active'],
        isOuter && styles['outer'],
      )}
      title={text}
      onClick={(event) => onPress?.(cell, event)}
      onContextMenu={(event) => onMenu(cell, event)}
    >
      <span
        className={styles['text']}
        style={isSpanning ? { left: stickyLeft(shown, widths.heads.length) + 10 } : undefined}
      >
        {group && <FoldButton group={group} text={text} />}
        <bdi>{text}</bdi>
      </span>
    </th>
  )
}

/** The column labels, level by level. */
export function PivotHeader(shown: PivotViewState) {
  const { table, sides, widths, across, rowHeight } = shown
  const lines = Array.from({ length: across.to - across.from }, (_, index) => across.from + index)
  const labels = lines.flatMap((line) => labelsAt(line, table.columns, sides.columns, across))
  return (
    <>
      <colgroup>
        {widths.heads.map((width, level) => (
          <col key={`head ${String(level)}`} style={{ width }} />
        ))}
        {across.before > 0 && <col style={{ width: across.before }} />}
        {lines.map((line) => (
          <col key={line} style={{ width: widths.columns[line] }} />
        ))}
        {across.behind > 0 && <col style={{ width: across.behind }} />}
      </colgroup>
      <thead className={styles['head']}>
        {sides.columns.map((_, level) => (
          <tr key={table.columnLevels[level]?.title ?? ''} aria-rowindex={level + 1} style={{ height: rowHeight }}>
            <Corner shown={shown} level={level} />
            {across.before > 0 && <td aria-hidden="true" />}
            {labels
              .filter((label) => label.level === level)
              .map((label) => (
                <ColumnLabel key={label.start} shown={shown} label={label} isOuter={level === 0 && label.line > 0} />
              ))}
            {across.behind > 0 && <td aria-hidden="true" />}
          </tr>
        ))}
      </thead>
    </>
  )
}
