import { localNumber } from '#core/format/locale.ts'
import { useMemo, useState } from 'react'
import type { ResultDisplay } from '#client/chart/result-display.ts'
import { type ResultRows, useTableRows } from '#client/chart/use-result-rows.ts'
import type { QueryStateJson, SqlResultJson, StatementState } from '#core/rest/sqllab.ts'
import { nullShare } from '#core/table/null-share.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { VirtualTable } from '#ui/display/VirtualTable.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { copyItems } from './copy-rows.ts'
import { ExportList } from './ExportList.tsx'
import { ProfileDialog } from './ProfileDialog.tsx'
import { resultTable } from './result-table.ts'
import { ResultActions } from './ResultActions.tsx'
import { rowsText } from './RunStatus.tsx'
import { CellDialog } from './CellDialog.tsx'
import styles from './SqlLab.module.css'
import { StoredResult } from './StoredResult.tsx'
import type { TabSummary } from './state/store.ts'
import { useExports } from './use-exports.ts'

interface Props {
  readonly tab: TabSummary
  readonly query: QueryStateJson
  readonly statement: StatementState
  readonly resultsKey: string
}

/** Times have a space between date and time; other cells are shown as stored. */
export const resultDisplay: ResultDisplay = {
  title: (name) => name,
  writer: ({ type }) => (type === TEMPORAL ? (value) => String(value).replace('T', ' ') : undefined),
  axis: '',
}

interface RowsTableProps {
  readonly label: string
  readonly shown: ResultRows
  readonly types: readonly string[]
}

/** Rows in a table: sorted by headers, copied in blocks; Enter on a cell shows its full value. */
export function RowsTable({ label, shown, types }: RowsTableProps) {
  const { table, rows, write, sort, onSort, nullsOf, onNulls } = shown
  const [opened, setOpened] = useState<{ readonly row: number; readonly column: number }>()
  const text = (row: number, column: number) => write(rows[row] ?? -1, column)
  return (
    <>
      <VirtualTable
        label={label}
        rowCount={rows.length}
        columns={table.columns.map((column, index) => ({
          id: String(index),
          title: column.name,
          hint: types[index] ? `${column.name} · ${types[index]}` : column.name,
          align: column.type === NUMERIC ? 'end' : 'start',
          isSortable: true,
          nullShare: nullShare(column.values),
          onNulls: () => onNulls(index),
          isNullsOnly: nullsOf === index,
        }))}
        cell={text}
        text={text}
        {...(sort ? { sort } : {})}
        onSort={onSort}
        onCellMenu={(row, column) => {
          setOpened({ row: rows[row] ?? -1, column })
          return true
        }}
        isSelectable
        height="100%"
      />
      {opened && <CellDialog table={table} {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Loaded({ tab, query, statement, result }: Props & { readonly result: SqlResultJson }) {
  const [find, setFind] = useState('')
  const table = useMemo(() => resultTable(result), [result])
  const shown = useTableRows(table, find, resultDisplay)
  const found = shown.rows.length
  const all = rowsText(statement)
  const [isProfiled, setProfiled] = useState(false)
  const { exports, start, remove } = useExports(query, statement)
  if (table.columns.length === 0) return <EmptyState title={t('The statement ran and returned no rows')} />
  return (
    <>
      <div className={styles['tools']}>
        <SearchField label={t('Search the rows')} placeholder={t('Search')} size="sm" value={find} onChange={setFind} />
        <span className={styles['count']} data-limited={statement.limited || undefined}>
          {found === table.rowCount ? all : t('%s of %s', localNumber.format(found), all)}
        </span>
        <Menu
          label={t('Copy to clipboard')}
          trigger={<IconButton icon="copy" size="sm" label={t('Copy to clipboard')} />}
          items={copyItems(table, shown.rows)}
        />
        <IconButton icon="chart-bar" size="sm" label={t('Column profile')} onPress={() => setProfiled(true)} />
        <ResultActions tab={tab} query={query} statement={statement} onExport={start} />
      </div>
      <ExportList items={exports} onRemove={remove} />
      {table.rowCount === 0 ? (
        <EmptyState title={t('The statement returned no rows')} />
      ) : (
        <div className={styles['table']}>
          <RowsTable label={t('Rows of %s', tab.label)} shown={shown} types={result.columns.map(({ type }) => type)} />
        </div>
      )}
      {isProfiled && (
        <ProfileDialog
          table={table}
          column={shown.sort?.column ?? 0}
          isLimited={statement.limited || result.displayLimitReached === true}
          onClose={() => setProfiled(false)}
        />
      )}
    </>
  )
}

/** The stored rows of a statement in a table. */
export function ResultGrid(props: Props) {
  const { query, statement, resultsKey } = props
  return (
    <StoredResult query={query} statement={statement} resultsKey={resultsKey}>
      {(result) => <Loaded {...props} result={result} />}
    </StoredResult>
  )
}
