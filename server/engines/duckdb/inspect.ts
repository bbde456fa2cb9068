import type { Call, Inspection } from '../engine.ts'
import type { Node, TreeOperations } from '../restrict-tables.ts'
import { tablesOf } from './tables.ts'

interface InspectionState {
  readonly calls: Map<string, Call>
  readonly unsupportedElements: Set<string>
  subqueries: boolean
  placeholders: boolean
}

/**
 * Tree nodes that are known to be harmless; `FUNCTION`, `WINDOW` and `TABLE_FUNCTION` depend on the function they call.
 */
const EXPRESSIONS = new Set([
  'BETWEEN',
  'CASE',
  'CAST',
  'COLLATE',
  'COLUMN_REF',
  'COMPARISON',
  'CONJUNCTION',
  'CONSTANT',
  'FUNCTION',
  'LAMBDA',
  'OPERATOR',
  'PARAMETER',
  'POSITIONAL_REFERENCE',
  'STAR',
  'SUBQUERY',
  'WINDOW',
])
const SOURCES = new Set(['BASE_TABLE', 'EMPTY', 'EXPRESSION_LIST', 'JOIN', 'SUBQUERY', 'TABLE_FUNCTION'])
const QUERIES = new Set(['CTE_NODE', 'RECURSIVE_CTE_NODE', 'SELECT_NODE', 'SET_OPERATION_NODE'])

/** Inspects the output of `json_serialize_sql` for a text. */
export function inspectTree(json: string): Inspection {
  const tree = JSON.parse(json) as {
    error: boolean
    error_type?: string
    error_message?: string
    position?: string
    statements?: Node[]
  }
  if (tree.error) {
    const reason = tree.error_type === 'parser' ? 'syntax' : 'not a select'
    const position = tree.position === undefined ? {} : { position: Number(tree.position) }
    return { ok: false, reason, message: tree.error_message ?? '', ...position }
  }
  const found: InspectionState = {
    calls: new Map(),
    unsupportedElements: new Set(),
    subqueries: false,
    placeholders: false,
  }
  walkTree(tree.statements, found)
  return {
    ok: true,
    statements: tree.statements?.length ?? 0,
    expression: isExpression(tree.statements ?? []),
    subqueries: found.subqueries,
    placeholders: found.placeholders,
    calls: [...found.calls.values()],
    tables: tablesOf(tree.statements).map(({ schema, name }) => ({ schema, name })),
    unsupportedElements: [...found.unsupportedElements],
  }
}

/** True if there is one statement, and it is `SELECT x` without any clause. */
function isExpression(statements: readonly Node[]): boolean {
  const node = statements[0]?.node as Node | undefined
  if (statements.length !== 1 || node?.type !== 'SELECT_NODE') return false
  const empty = (value: unknown): boolean => Array.isArray(value) && value.length === 0
  return (
    Array.isArray(node.select_list) &&
    node.select_list.length === 1 &&
    (node.from_table as Node | undefined)?.type === 'EMPTY' &&
    empty(node.modifiers) &&
    empty((node.cte_map as Node | undefined)?.map) &&
    empty(node.group_expressions) &&
    node.where_clause === null &&
    node.having === null &&
    node.qualify === null &&
    node.sample === null &&
    !hasStar(node.select_list)
  )
}

/** True if the tree contains `*` or `COLUMNS(...)`, which expand to several columns, outside of subqueries. */
function hasStar(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasStar)
  if (value === null || typeof value !== 'object') return false
  const { class: kind } = value as Node
  return kind === 'STAR' || (kind !== 'SUBQUERY' && Object.values(value).some(hasStar))
}

function walkTree(value: unknown, found: InspectionState): void {
  if (Array.isArray(value)) {
    for (const each of value) walkTree(each, found)
    return
  }
  if (value === null || typeof value !== 'object') return
  const node = value as Node
  recordNode(node, found)
  // A table function is not a function call in an expression, but its arguments may contain some.
  const inner =
    node.type === 'TABLE_FUNCTION' ? { ...node, function: { ...(node.function as Node), class: null } } : node
  for (const child of Object.values(inner)) walkTree(child, found)
}

function recordNode(node: Node, found: InspectionState): void {
  if (typeof node.class === 'string') noteExpression(node, node.class, found)
  else if ('alias' in node && 'sample' in node) noteSource(node, String(node.type), found)
  else if ('modifiers' in node && 'cte_map' in node && !QUERIES.has(String(node.type))) {
    found.unsupportedElements.add(String(node.type))
  }
}

function noteExpression(node: Node, kind: string, found: InspectionState): void {
  if (!EXPRESSIONS.has(kind)) found.unsupportedElements.add(kind)
  if (kind === 'SUBQUERY') found.subqueries = true
  if (kind === 'PARAMETER') found.placeholders = true
  if (kind === 'FUNCTION' || kind === 'WINDOW') noteCall('function', node, found)
  // The exported state of an aggregate is an internal engine format.
  if (node.export_state === true) found.unsupportedElements.add('EXPORT_STATE')
}

/** Names of statements by the name of their node, for messages. */
const SOURCE_NAMES: Readonly<Record<string, string>> = { SHOW_REF: 'SHOW, DESCRIBE, SUMMARIZE' }

function noteSource(node: Node, type: string, found: InspectionState): void {
  if (!SOURCES.has(type)) found.unsupportedElements.add(SOURCE_NAMES[type] ?? type)
  if (type === 'TABLE_FUNCTION') noteCall('from', (node.function ?? {}) as Node, found)
}

function noteCall(kind: 'function' | 'from', { schema, function_name }: Node, found: InspectionState): void {
  const name = String(function_name).toLowerCase()
  const home = typeof schema === 'string' && schema !== '' ? schema.toLowerCase() : null
  found.calls.set(JSON.stringify([kind, home, name]), { kind, schema: home, name })
}

/** Returns the grammar for narrowing; `serialize` returns the output of `json_serialize_sql` for a text. */
export function grammarOf(serialize: (text: string) => Promise<string>): TreeOperations {
  return {
    positionKeys: /^query_location$/,
    tableReferences: tablesOf,
    async parse(text) {
      const tree = JSON.parse(await serialize(text)) as Node
      return tree.error ? undefined : tree
    },
    subqueryNode(tree, { node }) {
      const [statement] = tree.statements as readonly Node[]
      const subquery = (statement?.node as Node | undefined)?.from_table as Node | undefined
      const { alias, table_name, sample, column_name_alias } = node
      return subquery?.type === 'SUBQUERY'
        ? { ...subquery, alias: alias || table_name, sample, column_name_alias }
        : undefined
    },
  }
}
