import { setImmediate } from 'node:timers/promises'
import type { Inspection } from '../engine.ts'
import type { Node, TablePosition, TreeOperations } from '../restrict-tables.ts'
import { type CallsByNode, recordCall, recordCalls } from './calls.ts'
import { unsupportedElement } from './unsupported-elements.ts'
import { checkDepth } from './tree-depth.ts'

export interface TreeInspection {
  readonly calls: CallsByNode
  readonly tables: TablePosition[]
  readonly unsupportedElements: Set<string>
  readonly statements: Set<string>
  subqueries: boolean
  placeholders: boolean
}

/** The names of common table expressions in scope. */
type Scope = ReadonlySet<string>

/** Inspects a text with the grammar of PostgreSQL. Tables for which `isExternal` is true are reported as other parts. */
export async function inspectText(text: string, isExternal?: (table: TablePosition) => boolean): Promise<Inspection> {
  let statements: readonly Node[]
  try {
    statements = statementsOf(await parsePostgres(text))
  } catch (error) {
    return { ok: false, reason: 'syntax', ...syntaxError(error, text) }
  }
  const found = inspectStatements(statements)
  if (isExternal)
    for (const table of found.tables.filter(isExternal)) found.unsupportedElements.add(`${table.schema}.${table.name}`)
  const other = [...found.statements].find((name) => name !== 'SelectStmt')
  if (other !== undefined) return { ok: false, reason: 'not a select', message: other }
  return {
    ok: true,
    statements: statements.length,
    expression: isExpression(statements),
    subqueries: found.subqueries,
    placeholders: found.placeholders,
    calls: [...found.calls.values()],
    tables: found.tables.map(({ schema, name }) => ({ schema, name })),
    unsupportedElements: [...found.unsupportedElements],
  }
}

/**
 * Size of text in bytes that is parsed in a millisecond or two; before longer texts the event loop yields to others.
 */
const SHORT = 4096

/** Returns the tree of a text. The grammar is loaded on first use. It parses in this thread. */
export async function parsePostgres(text: string): Promise<Node> {
  if (text.length > SHORT) await setImmediate()
  const grammar = await import('libpg-query')
  const tree = (await grammar.parse(text)) as unknown as Node
  checkDepth(tree)
  return tree
}

export function statementsOf({ stmts }: Node): readonly Node[] {
  return ((stmts ?? []) as readonly { readonly stmt?: Node }[]).map(({ stmt }) => stmt ?? {})
}

/** Returns the names, calls and other elements in the statements of a tree. */
export function inspectStatements(statements: readonly Node[]): TreeInspection {
  const found: TreeInspection = {
    calls: new Map(),
    tables: [],
    unsupportedElements: new Set(),
    statements: new Set(),
    subqueries: false,
    placeholders: false,
  }
  for (const statement of statements) walkTree(statement, found, new Set())
  return found
}

/** The grammar for narrowing. */
export const trees: TreeOperations = {
  positionKeys: /location$|^stmt_len$|^r?expr_list_(start|end)$|^list_(start|end)$/,
  parse: (text) => parsePostgres(text).catch(() => undefined),
  tableReferences: (tree) => inspectStatements(statementsOf(tree)).tables,
  subqueryNode(tree, { node }) {
    const select = statementsOf(tree)[0]?.SelectStmt as Node | undefined
    const [from] = (select?.fromClause ?? []) as readonly Node[]
    const { alias, relname } = node.RangeVar as Node
    const subquery = from?.RangeSubselect as Node | undefined
    return subquery && { RangeSubselect: { ...subquery, alias: alias ?? { aliasname: relname } } }
  },
}

/** Returns the grammar's error for an invalid text. */
export function syntaxError(error: unknown, text: string): { readonly message: string; readonly position?: number } {
  const { message, sqlDetails } = error as Error & { readonly sqlDetails?: { readonly cursorPosition?: number } }
  const position = sqlDetails?.cursorPosition
  if (position === undefined || position < 0) return { message }
  const before = text.slice(0, position).split('\n')
  return { message: `${message} (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`, position }
}

const CLAUSES = [
  'distinctClause',
  'intoClause',
  'fromClause',
  'whereClause',
  'groupClause',
  'havingClause',
  'windowClause',
  'valuesLists',
  'sortClause',
  'limitOffset',
  'limitCount',
  'lockingClause',
  'withClause',
]

/** True if there is one statement, and it is `SELECT x` without any clause or name. */
function isExpression(statements: readonly Node[]): boolean {
  const select = statements[0]?.SelectStmt as Node | undefined
  if (statements.length !== 1 || !select || select.op !== 'SETOP_NONE') return false
  const targets = (select.targetList ?? []) as readonly Node[]
  const target = targets[0]?.ResTarget as Node | undefined
  if (targets.length !== 1 || !target || 'name' in target || CLAUSES.some((clause) => clause in select)) return false
  const { ColumnRef, A_Indirection } = (target.val ?? {}) as Node
  const parts = [...partsOf(ColumnRef, 'fields'), ...partsOf(A_Indirection, 'indirection')]
  return !parts.some((part) => 'A_Star' in part)
}

function partsOf(node: unknown, key: string): readonly Node[] {
  return ((node as Node | undefined)?.[key] ?? []) as readonly Node[]
}

function walkTree(value: unknown, found: TreeInspection, scope: Scope): void {
  if (Array.isArray(value)) {
    for (const each of value) walkTree(each, found, scope)
    return
  }
  if (value === null || typeof value !== 'object') return
  for (const [kind, child] of Object.entries(value as Node)) {
    if (kind === 'SelectStmt') walkSelect(child as Node, found, scope)
    else if (WRITES.has(kind)) {
      found.statements.add(kind)
      walkWith(child as Node, found, scope)
    } else if (kind === 'larg' || kind === 'rarg') walkBranch(child as Node, found, scope)
    else {
      if (kind === 'RangeVar') noteTable(value as Node, found, scope)
      else if (typeof child === 'object' && child !== null) recordNode(kind, child as Node, found)
      if (kind !== 'RangeFunction') walkTree(child, found, scope)
      else walkTableFunction(child as Node, found, scope)
    }
  }
}

const WRITES: ReadonlySet<string> = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

/** Branches of UNION are SELECTs without a node name; those of a join are ordinary nodes. */
function walkBranch(node: Node, found: TreeInspection, scope: Scope): void {
  if ('targetList' in node || 'valuesLists' in node || 'larg' in node) walkSelect(node, found, scope)
  else walkTree(node, found, scope)
}

function walkSelect(select: Node, found: TreeInspection, outer: Scope): void {
  found.statements.add('intoClause' in select ? 'SELECT INTO' : 'SelectStmt')
  if ('lockingClause' in select) found.statements.add('SELECT FOR UPDATE')
  walkWith(select, found, outer)
}

/** Visits a statement whose WITH clause may define table names. */
function walkWith(statement: Node, found: TreeInspection, outer: Scope): void {
  const { withClause, ...rest } = statement
  const { ctes = [], recursive } = (withClause ?? {}) as { ctes?: readonly Node[]; recursive?: boolean }
  const named = ctes.map((cte) => (cte.CommonTableExpr ?? {}) as Node)
  const scope = new Set(outer)
  if (recursive) for (const { ctename } of named) scope.add(String(ctename))
  for (const each of named) {
    // Its own name refers to the table with that name, unless the clause is recursive.
    walkTree(each, found, scope)
    scope.add(String(each.ctename))
  }
  walkTree(rest, found, scope)
}

/** Functions in FROM are tables; their arguments are not. */
function walkTableFunction(node: Node, found: TreeInspection, scope: Scope): void {
  for (const list of (node.functions ?? []) as readonly Node[]) {
    const [call] = ((list.List as Node | undefined)?.items ?? []) as readonly Node[]
    const called = call?.FuncCall as Node | undefined
    if (called) {
      recordCall('from', called.funcname, found.calls)
      walkTree({ ...called, funcname: [] }, found, scope)
    } else {
      found.unsupportedElements.add(Object.keys(call ?? {})[0] ?? 'function')
      walkTree(call, found, scope)
    }
  }
  // Its result columns have type names.
  walkTree(node.coldeflist, found, scope)
}

function noteTable(node: Node, found: TreeInspection, scope: Scope): void {
  const { catalogname, schemaname, relname, alias, location } = node.RangeVar as Node
  if (schemaname === undefined && scope.has(String(relname))) return
  found.tables.push({
    node,
    schema: typeof schemaname === 'string' ? schemaname : null,
    name: String(relname),
    at: typeof location === 'number' ? location : undefined,
    parts: [catalogname, schemaname, relname].filter((part) => part !== undefined).length,
    aliased: alias !== undefined,
    scope,
  })
}

function recordNode(kind: string, node: Node, found: TreeInspection): void {
  if (/^[A-Z]\w*Stmt$/.test(kind)) found.statements.add(kind)
  else if (kind === 'SubLink') found.subqueries = true
  else if (kind === 'ParamRef') found.placeholders = true
  recordCalls(kind, node, found.calls)
  const other = unsupportedElement(kind, node)
  if (other !== undefined) found.unsupportedElements.add(other)
}
