import type { ColumnInfo } from '#controls/control.ts'
import { type AdhocColumn, columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { defaultLabel } from '#core/text/truncate.ts'

/** The pages of the column editor. */
export type ColumnTab = 'saved' | 'simple' | 'sql'

/** What is being edited: names on the first two pages, an expression with a label of its own or none on the third. */
export interface ColumnDraft {
  readonly names: readonly string[]
  readonly sql: string
  readonly label: string
}

/** The draft of a column; undefined is a new one. */
export function columnDraft(column: QueryColumn | undefined): ColumnDraft {
  if (column === undefined) return { names: [], sql: '', label: '' }
  if (typeof column === 'string') return { names: [column], sql: '', label: '' }
  const own = column.label === defaultLabel(column.sqlExpression) ? '' : column.label
  return { names: [], sql: column.sqlExpression, label: own }
}

/** The page the editor opens on: that of what is edited, and the plain columns for a new one. */
export function columnTab(column: QueryColumn | undefined, columns: readonly ColumnInfo[]): ColumnTab {
  if (column !== undefined && typeof column !== 'string') return 'sql'
  const facts = columns.find((each) => column !== undefined && each.column_name === columnLabel(column))
  return facts?.expression ? 'saved' : 'simple'
}

/** The columns a page of the draft makes; empty while it says too little. */
export function columnsOfDraft(draft: ColumnDraft, tab: ColumnTab): readonly QueryColumn[] {
  if (tab !== 'sql') return draft.names
  const sqlExpression = draft.sql.trim()
  if (sqlExpression === '') return []
  const made: AdhocColumn = {
    label: draft.label.trim() || defaultLabel(sqlExpression),
    sqlExpression,
    expressionType: 'SQL',
  }
  return [made]
}
