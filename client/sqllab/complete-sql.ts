import { MACROS } from '#core/query/macros.ts'
import type { QuoteMark } from '#core/query/quote-mark.ts'
import { isInLiteralOrComment } from '#core/sql/scan.ts'
import { statementAt } from '#core/sql/statements.ts'
import { sqlName } from '#controls/shared/completion.ts'
import type { CodeCompletion, CompleteCode } from '#ui/input/code/completion.ts'
import { commonTables, type Relation, relationsOf } from './sql-relations.ts'
import { type SqlToken, sqlTokens } from './sql-tokens.ts'

export interface CatalogColumn {
  readonly name: string
  readonly type: string
}

/** The database objects that completion knows. */
export interface SqlCatalog {
  readonly schemas: readonly CodeCompletion[]
  /** The schema of the tab, which contains `tables`. */
  readonly schema: string | null
  readonly tables: readonly CodeCompletion[]
  /** Returns the tables of another schema; undefined while they are unknown. */
  readonly tablesOf: (schema: string) => readonly CodeCompletion[] | undefined
  /** Searches the tables of a schema by text; undefined if all of them are known. */
  readonly searchTables: (schema: string, text: string) => (() => Promise<readonly CodeCompletion[]>) | undefined
  /** The character around names that need quotes. */
  readonly quoteMark: QuoteMark
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
  mark: SqlCatalog['quoteMark'],
): readonly CodeCompletion[] =>
  tables.map(({ value, type }) => ({ label: value, kind: 'table', detail: type, text: sqlName(value, mark) }))

/** Returns completions for schemas, created once per list of schemas. */
export const schemaCompletions = (names: readonly string[], mark: SqlCatalog['quoteMark']): readonly CodeCompletion[] =>
  names.map((label) => ({ label, kind: 'schema', text: sqlName(label, mark) }))

export const functionCompletions = (names: readonly string[]): readonly CodeCompletion[] =>
  names.map((label) => ({ label, kind: 'function', detail: '()' }))

const TABLE_WORDS = new Set(['from', 'join', 'into', 'update', 'table', 'describe'])

const columnCompletion =
  (mark: SqlCatalog['quoteMark']) =>
  ({ name, type }: CatalogColumn): CodeCompletion => ({
    label: name,
    kind: 'column',
    detail: type,
    text: sqlName(name, mark),
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

function withoutDuplicates(completions: readonly CodeCompletion[]): readonly CodeCompletion[] {
  const seen = new Set<string>()
  return completions.filter(({ label }) => !seen.has(label) && seen.add(label))
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** True if a table is expected at an offset: after FROM and similar keywords, or in the list that follows. */
function expectsTable(before: readonly SqlToken[]): boolean {
  const last = before.at(-1)
  if (last?.type === 'word') return TABLE_WORDS.has(last.text.toLowerCase())
  if (last?.type !== 'sign' || last.text !== ',') return false
  const clause = before.findLast(
    ({ type, text }) => type === 'word' && /^(select|from|where|on|by|having|set|values|with)$/i.test(text),
  )
  return clause !== undefined && isSameName(clause.text, 'from')
}

/** Returns lists of completions at an offset of an SQL text: tables, or columns of the tables its statement selects from. */
export function completeSql(
  text: string,
  offset: number,
  isExplicit: boolean,
  catalog: SqlCatalog,
): ReturnType<CompleteCode> {
  if (isInLiteralOrComment(text, offset)) return undefined
  const word = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? ''
  const from = offset - word.length
  const { quoteMark } = catalog
  const quote = text[from - 1] === quoteMark ? 1 : 0
  // The word being typed is not a complete name, and an opening quote would swallow all text after it.
  const rest = text.slice(0, from - quote) + ' '.repeat(quote + word.length) + text.slice(offset)
  const statement = statementAt(rest, offset)
  const start = statement ? Math.min(statement.start, from) : 0
  const tokens = sqlTokens(rest.slice(start, Math.max(statement?.end ?? 0, offset)))
  const before = sqlTokens(rest.slice(start, from - quote))
  const isPath = before.at(-1)?.text === '.' && before.at(-1)?.type === 'sign'
  if (word === '' && !isExplicit && !isPath) return undefined
  const relations = relationsOf(tokens)
  const owner = isPath ? (before.at(-2)?.text ?? '') : undefined
  const schema = searchedSchema(owner, before, [...relations, ...commonTables(tokens)], catalog)
  const search = schema === null ? undefined : catalog.searchTables(schema, word)
  const lists =
    owner !== undefined
      ? [ofPath(owner, relations, tokens, catalog)]
      : expectsTable(before)
        ? [
            commonTables(tokens).map(({ name }) => namedCompletion(name, 'table', catalog)),
            catalog.tables,
            catalog.schemas,
            keywords,
          ]
        : inExpression(relations, catalog)
  const quoted = (list: readonly CodeCompletion[]) => (quote === 0 ? list : quotedList(list, quoteMark))
  return {
    from: from - quote,
    lists: lists.map(quoted),
    ...(search && { search: async () => quoted(await search()) }),
  }
}

/** Returns the schema whose tables are offered: that of a path, or that of the tab; null for none. */
function searchedSchema(
  owner: string | undefined,
  before: readonly SqlToken[],
  relations: readonly Relation[],
  { schema, schemas }: SqlCatalog,
): string | null {
  if (owner === undefined) return expectsTable(before) ? schema : null
  if (relations.some(({ alias }) => isSameName(alias, owner))) return null
  return schemas.find(({ label }) => isSameName(label, owner))?.label ?? null
}

function namedCompletion(label: string, kind: CodeCompletion['kind'], { quoteMark }: SqlCatalog): CodeCompletion {
  return { label, kind, text: sqlName(label, quoteMark) }
}

/** After an opening quote, labels start with a quote too, so that they match. */
const quotedWith =
  (mark: SqlCatalog['quoteMark']) =>
  (completion: CodeCompletion): CodeCompletion => ({
    ...completion,
    label: mark + completion.label,
    text: mark + completion.label.replaceAll(mark, mark + mark) + mark,
  })

/** By mark and list: a long list should be the same array for each key press. */
const quotedLists = new Map<string, WeakMap<readonly CodeCompletion[], readonly CodeCompletion[]>>()

function quotedList(list: readonly CodeCompletion[], mark: SqlCatalog['quoteMark']): readonly CodeCompletion[] {
  const lists = quotedLists.get(mark) ?? new WeakMap()
  quotedLists.set(mark, lists)
  const quoted = lists.get(list) ?? list.map(quotedWith(mark))
  lists.set(list, quoted)
  return quoted
}

function ofPath(
  name: string,
  relations: readonly Relation[],
  tokens: readonly SqlToken[],
  catalog: SqlCatalog,
): readonly CodeCompletion[] {
  const owners = [...relations, ...commonTables(tokens)].filter(({ alias }) => isSameName(alias, name))
  const columns = owners.flatMap((each) => columnsOf(each, relations, catalog))
  if (owners.length > 0) return withoutDuplicates(columns.map(columnCompletion(catalog.quoteMark)))
  if (catalog.schema !== null && isSameName(catalog.schema, name)) return catalog.tables
  return catalog.tablesOf(name) ?? []
}

function inExpression(relations: readonly Relation[], catalog: SqlCatalog): readonly (readonly CodeCompletion[])[] {
  const first = catalog.firstColumns.map((name) => namedCompletion(name, 'column', catalog))
  const found = relations.flatMap((each) => columnsOf(each, relations, catalog))
  const columns = found.map(columnCompletion(catalog.quoteMark))
  const aliases = relations.map(({ alias }) => namedCompletion(alias, 'table', catalog))
  return [withoutDuplicates([...first, ...columns, ...aliases]), catalog.functions, keywords, macros, catalog.tables]
}

/** Returns the schemas that a text names before a dot, as the database writes them, without one of them. */
export function referencedSchemas(text: string, schemas: readonly string[], without: string | null): readonly string[] {
  const tokens = sqlTokens(text)
  const names = new Set(
    tokens.flatMap(({ text: name }, at) => (tokens[at + 1]?.text === '.' ? [name.toLowerCase()] : [])),
  )
  return schemas.filter((schema) => schema !== without && names.has(schema.toLowerCase()))
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
