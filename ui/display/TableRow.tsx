import type { MouseEvent, ReactNode } from 'react'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Table.module.css'
import type { TableColumn } from './table-column.ts'

export interface TableRowProps<R> {
  readonly row: R
  readonly columns: readonly TableColumn<R>[]
  readonly isOn: boolean
  readonly selectLabel: string
  readonly onChoose: ((isOn: boolean) => void) | undefined
  readonly isChoosable: boolean
  readonly rowActions: ((row: R) => ReactNode) | undefined
  readonly onOpen: ((row: R) => void) | undefined
}

const interactive = 'a, button, input, label, select, textarea, [role=button]'

interface TwoLinesProps<R> {
  readonly row: R
  readonly column: TableColumn<R>
  readonly under: readonly TableColumn<R>[]
}

function TwoLines<R>({ row, column, under }: TwoLinesProps<R>) {
  return (
    <>
      <div className={styles.name}>{column.cell(row)}</div>
      <div className={styles.facts}>
        {under.map((each) => (
          <div key={each.id}>{each.cell(row)}</div>
        ))}
      </div>
    </>
  )
}

export function TableRow<R>(props: TableRowProps<R>) {
  const { row, columns, isOn, selectLabel, onChoose, rowActions, onOpen } = props
  const open = (event: MouseEvent) => {
    if (onOpen && !(event.target as Element).closest(interactive)) onOpen(row)
  }
  return (
    <tr
      className={classNames(isOn && styles.selected, onOpen && styles.opens)}
      aria-selected={onChoose ? isOn : undefined}
      onClick={open}
    >
      {onChoose && (
        <td className={styles.select}>
          <Checkbox isSelected={isOn} isDisabled={!props.isChoosable} onChange={onChoose} ariaLabel={selectLabel} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          className={classNames(
            column.align === 'end' && styles.end,
            column.isQuiet && styles.quiet,
            column.isWideOnly && styles.wideOnly,
            column.under && styles.stacked,
          )}
        >
          {column.under ? <TwoLines row={row} column={column} under={column.under} /> : column.cell(row)}
        </td>
      ))}
      {rowActions && (
        <td className={styles.actions}>
          <div>{rowActions(row)}</div>
        </td>
      )}
    </tr>
  )
}
