import { Checkbox } from '#ui/input/Checkbox.tsx'
import { announce } from '#ui/base/announce.ts'
import { VisuallyHidden } from '#ui/base/VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { Icon } from '#ui/base/Icon.tsx'
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

interface TitleProps<R> {
  readonly column: TableColumn<R>
  readonly sort: TableSort | undefined
  readonly onSort: ((column: TableColumn<R>) => void) | undefined
  /** Whether it shares the header of another column, which has the `aria-sort` of both. */
  readonly isUnder?: boolean | undefined
}

function Title<R>({ column, sort, onSort, isUnder }: TitleProps<R>) {
  if (column.head !== undefined) return column.head
  const title = column.isTitleHidden ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title
  const isSorted = sort?.id === column.id
  if (!column.isSortable || onSort === undefined) return title
  return (
    <button
      type="button"
      className={classNames(styles.sort, isSorted && styles.sorted)}
      aria-pressed={isUnder ? isSorted : undefined}
      onClick={() => onSort(column)}
    >
      {title}
      <span className={styles.arrow}>
        <Icon name={isSorted && sort.isDescending ? 'chevron-down' : 'chevron-up'} size={14} />
      </span>
    </button>
  )
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
          return (
            <th
              key={column.id}
              scope="col"
              style={{ width: column.under ? undefined : column.width }}
              aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
              className={classNames(
                column.align === 'end' && styles.end,
                isSorted && styles.sorted,
                column.isWideOnly && styles.wideOnly,
              )}
            >
              <Title column={column} sort={sort} onSort={onSort && sortBy} />
              {column.under
                ?.filter(({ isSortable }) => isSortable)
                .map((each) => (
                  <Title key={each.id} column={each} sort={sort} onSort={onSort && sortBy} isUnder />
                ))}
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
