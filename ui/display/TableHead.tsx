import { Checkbox } from '#ui/input/Checkbox.tsx'
import { announce } from '#ui/layout/announce.ts'
import { VisuallyHidden } from '#ui/layout/VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { Icon } from './Icon.tsx'
import styles from './Table.module.css'
import { nextSort, type TableColumn, type TableSort } from './table-column.ts'

export interface TableHeadProps<R> {
  readonly columns: readonly TableColumn<R>[]
  readonly sort: TableSort | undefined
  readonly onSort: ((sort: TableSort) => void) | undefined
  readonly hasActions: boolean
  readonly all:
    | {
        readonly keys: readonly string[]
        readonly selected: ReadonlySet<string>
        readonly onChoose: (isOn: boolean) => void
      }
    | undefined
}

export function TableHead<R>({ columns, sort, onSort, hasActions, all }: TableHeadProps<R>) {
  const texts = useTexts()
  const chosen = all?.keys.filter((key) => all.selected.has(key)).length ?? 0
  const sortBy = (column: TableColumn<R>) => {
    const next = nextSort(column.id, sort)
    onSort?.(next)
    announce((next.isDescending ? texts.sortedDescending : texts.sortedAscending)(column.title))
  }
  return (
    <thead>
      <tr>
        {all && (
          <th className={styles.select} scope="col">
            <Checkbox
              ariaLabel={texts.selectAll}
              isSelected={chosen > 0 && chosen === all.keys.length}
              isIndeterminate={chosen > 0 && chosen < all.keys.length}
              isDisabled={all.keys.length === 0}
              onChange={all.onChoose}
            />
          </th>
        )}
        {columns.map((column) => {
          const isSorted = sort?.id === column.id
          const isSortable = column.isSortable && onSort !== undefined
          const title = column.isTitleHidden ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title
          return (
            <th
              key={column.id}
              scope="col"
              style={{ width: column.width }}
              aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
              className={classNames(
                column.align === 'end' && styles.end,
                isSorted && styles.sorted,
                column.isWideOnly && styles.wideOnly,
              )}
            >
              {isSortable ? (
                <button type="button" className={styles.sort} onClick={() => sortBy(column)}>
                  {title}
                  <span className={styles.arrow}>
                    <Icon name={isSorted && sort.isDescending ? 'chevron-down' : 'chevron-up'} size={14} />
                  </span>
                </button>
              ) : (
                title
              )}
            </th>
          )
        })}
        {hasActions && (
          <th scope="col">
            <VisuallyHidden>{texts.more}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}
