import type { ColumnInfo } from '#controls/control.ts'
import { type AdhocColumn, columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { defaultLabel } from '#core/text/truncate.ts'

/** The tabs of the column editor. */
export type ColumnTab = 'saved' | 'simple' | 'sql'

/** The edited value: names on the first two tabs, an expression with an optional label on the third. */
export interface ColumnDraft {
  readonly names: readonly string[]
  readonly sql: string
  readonly label: string
}

/** Returns the draft of a column; undefined starts a new one. */
export function columnDraft(column: QueryColumn | undefined): ColumnDraft {
  if (column === undefined) return { names: [], sql: '', label: '' }
  if (typeof column === 'string') return { names: [column], sql: '', label: '' }
  const own = column.label === defaultLabel(column.sqlExpression) ? '' : column.label
  return { names: [], sql: column.sqlExpression, label: own }
}

/** Returns the initial tab: that of the edited column, or the physical columns for a new one. */
export function columnTab(column: QueryColumn | undefined, columns: readonly ColumnInfo[]): ColumnTab {
  if (column !== undefined && typeof column !== 'string') return 'sql'
  const details = columns.find((each) => column !== undefined && each.column_name === columnLabel(column))
  return details?.expression ? 'saved' : 'simple'
}

/** Returns the columns of a draft on a tab; empty while it is incomplete. */
export function columnsOfDraft(draft: ColumnDraft, tab: ColumnTab): readonly QueryColumn[] {
  if (tab !== 'sql') return draft.names
  const sqlExpression = draft.sql.trim()
  if (sqlExpression === '') return []
  const adhocColumn: AdhocColumn = {
    label: draft.label.trim() || defaultLabel(sqlExpression),
    sqlExpression,
    expressionType: 'SQL',
  }
  return [adhocColumn]
}
