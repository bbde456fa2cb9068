import { MACROS } from '#core/query/macros.ts'
import { statementAt } from '#core/sql/statements.ts'
import { sqlName } from '#controls/shared/completion.ts'
import type { CodeCompletion } from '#ui/input/code/completion.ts'
import { commonTables, type Relation, relationsOf } from './sql-relations.ts'
import { isInert, type SqlToken, sqlTokens } from './sql-tokens.ts'

export interface CatalogColumn {
  readonly name: string
  readonly type: string
}

/** The database objects that completion knows. */
export interface SqlCatalog {
  readonly schemas: readonly string[]
  /** The schema of the tab, which contains `tables`. */
  readonly schema: string | null
  readonly tables: readonly CodeCompletion[]
  readonly functions: readonly CodeCompletion[]
  /** Returns the columns of a table; undefined while they are unknown. */
  readonly columnsOf: (table: string, schema: string | null) => readonly CatalogColumn[] | undefined
  /** Columns offered before all others, such as those of the dataset a tab was opened with. */
  readonly firstColumns: readonly string[]
}

const KEYWORDS =
  'SELECT FROM WHERE GROUP BY ORDER HAVING LIMIT OFFSET JOIN LEFT RIGHT INNER FULL OUTER CROSS ON USING AS AND OR NOT IN IS NULL LIKE ILIKE BETWEEN CASE WHEN THEN ELSE END CAST DISTINCT EXISTS UNION ALL INTERSECT EXCEPT WITH RECURSIVE OVER PARTITION FILTER ASC DESC NULLS FIRST LAST TRUE FALSE EXPLAIN ANALYZE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE VIEW DROP ALTER INTERVAL LATERAL WINDOW QUALIFY'.split(
    ' ',
  )

const keywords: readonly CodeCompletion[] = KEYWORDS.map((label) => ({ label, kind: 'keyword' }))
const macros: readonly CodeCompletion[] = MACROS.map(({ name, call }) => ({
  label: name,
  kind: 'macro',
  detail: '{{ }}',
  text: `{{ ${call} }}`,
}))

/** Returns completions for tables, created once per list of tables. */
export const tableCompletions = (
  tables: readonly { readonly value: string; readonly type: string }[],
): readonly CodeCompletion[] =>
  tables.map(({ value, type }) => ({ label: value, kind: 'table', detail: type, text: sqlName(value) }))

export const functionCompletions = (names: readonly string[]): readonly CodeCompletion[] =>
  names.map((label) => ({ label, kind: 'function', detail: '()' }))

const TABLE_WORDS = new Set(['from', 'join', 'into', 'update', 'table', 'describe'])

const columnCompletion = ({ name, type }: CatalogColumn): CodeCompletion => ({
  label: name,
  kind: 'column',
  detail: type,
  text: sqlName(name),
})

/** Returns the columns of a relation; those of a CTE by the names its SELECT lists. */
function columnsOf(relation: Relation, relations: readonly Relation[], catalog: SqlCatalog): readonly CatalogColumn[] {
  if (relation.columns === undefined) return catalog.columnsOf(relation.name, relation.schema ?? catalog.schema) ?? []
  return relation.columns.flatMap((name) =>
    name === '*'
      ? relations.filter(({ columns }) => columns === undefined).flatMap((each) => columnsOf(each, relations, catalog))
      : [{ name, type: '' }],
  )
}

function unique(completions: readonly CodeCompletion[]): readonly CodeCompletion[] {
  const seen = new Set<string>()
  return completions.filter(({ label }) => !seen.has(label) && seen.add(label))
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** True if a table is expected at an offset: after FROM and similar keywords, or in the list that follows. */
function expectsTable(before: readonly SqlToken[]): boolean {
  const last = before.at(-1)
  if (last?.type === 'word') return TABLE_WORDS.has(last.text.toLowerCase())
  if (last?.type !== 'sign' || last.text !== ',') return false
  const clause = before.findLast(
    ({ type, text }) => type === 'word' && /^(select|from|where|on|by|having|set|values|with)$/i.test(text),
  )
  return clause !== undefined && same(clause.text, 'from')
}

/** Returns lists of completions at an offset of an SQL text: tables, or columns of the tables its statement selects from. */
export function completeSql(text: string, offset: number, isExplicit: boolean, catalog: SqlCatalog) {
  if (isInert(text, offset)) return undefined
  const word = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? ''
  const from = offset - word.length
  const quote = text[from - 1] === '"' ? 1 : 0
  // The word being typed is not a complete name, and an opening quote would swallow all text after it.
  const rest = text.slice(0, from - quote) + ' '.repeat(quote + word.length) + text.slice(offset)
  const statement = statementAt(rest, offset)
  const start = statement ? Math.min(statement.start, from) : 0
  const tokens = sqlTokens(rest.slice(start, Math.max(statement?.end ?? 0, offset)))
  const before = sqlTokens(rest.slice(start, from - quote))
  const isPath = before.at(-1)?.text === '.' && before.at(-1)?.type === 'sign'
  if (word === '' && !isExplicit && !isPath) return undefined
  const relations = relationsOf(tokens)
  const lists = isPath
    ? [ofPath(before.at(-2)?.text ?? '', relations, tokens, catalog)]
    : expectsTable(before)
      ? [
          commonTables(tokens).map(({ name }): CodeCompletion => ({ label: name, kind: 'table', text: sqlName(name) })),
          catalog.tables,
          catalog.schemas.map((name): CodeCompletion => ({ label: name, kind: 'schema', text: sqlName(name) })),
          keywords,
        ]
      : inExpression(relations, catalog)
  return { from: from - quote, lists: quote === 0 ? lists : lists.map((list) => list.map(quoted)) }
}

/** After an opening quote, labels start with a quote too, so that they match. */
const quoted = (completion: CodeCompletion): CodeCompletion => ({
  ...completion,
  label: `"${completion.label}`,
  text: `"${completion.label.replaceAll('"', '""')}"`,
})

function ofPath(
  name: string,
  relations: readonly Relation[],
  tokens: readonly SqlToken[],
  catalog: SqlCatalog,
): readonly CodeCompletion[] {
  const owners = [...relations, ...commonTables(tokens)].filter(({ alias }) => same(alias, name))
  const columns = unique(owners.flatMap((each) => columnsOf(each, relations, catalog)).map(columnCompletion))
  if (owners.length > 0) return columns
  return catalog.schema !== null && same(catalog.schema, name) ? catalog.tables : []
}

function inExpression(relations: readonly Relation[], catalog: SqlCatalog): readonly (readonly CodeCompletion[])[] {
  const first = catalog.firstColumns.map(
    (name): CodeCompletion => ({ label: name, kind: 'column', text: sqlName(name) }),
  )
  const columns = relations.flatMap((each) => columnsOf(each, relations, catalog)).map(columnCompletion)
  const aliases = relations.map(({ alias }): CodeCompletion => ({ label: alias, kind: 'table', text: sqlName(alias) }))
  return [unique([...first, ...columns, ...aliases]), catalog.functions, keywords, macros, catalog.tables]
}

/** Returns the distinct tables that a text selects from, without CTEs and subqueries. */
export function referencedTables(
  text: string,
): readonly { readonly name: string; readonly schema: string | undefined }[] {
  const seen = new Set<string>()
  return relationsOf(sqlTokens(text)).filter(({ name, schema, columns }) => {
    const key = `${schema ?? ''}.${name}`.toLowerCase()
    if (columns !== undefined || seen.has(key)) return false
    seen.add(key)
    return true
  })
}
