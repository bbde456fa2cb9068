import type { Inspection } from '../engine.ts'
import type { Grammar, Node } from '../narrow.ts'
import { tablesOf } from './tables.ts'

interface Found {
  readonly functions: Set<string>
  readonly tableFunctions: Set<string>
  readonly otherSources: Set<string>
  subqueries: boolean
  placeholders: boolean
}

const SOURCES = ['EMPTY', 'JOIN', 'SUBQUERY', 'EXPRESSION_LIST', 'COLUMN_DATA']

/** Reads what `json_serialize_sql` says about a text. */
export function inspectTree(json: string): Inspection {
  const tree = JSON.parse(json) as { error: boolean; error_type?: string; error_message?: string; statements?: Node[] }
  if (tree.error) {
    const reason = tree.error_type === 'parser' ? 'syntax' : 'not a select'
    return { ok: false, reason, message: tree.error_message ?? '' }
  }
  const found: Found = {
    functions: new Set(),
    tableFunctions: new Set(),
    otherSources: new Set(),
    subqueries: false,
    placeholders: false,
  }
  walk(tree.statements, found)
  return {
    ok: true,
    statements: tree.statements?.length ?? 0,
    expression: isExpression(tree.statements ?? []),
    subqueries: found.subqueries,
    placeholders: found.placeholders,
    functions: [...found.functions],
    tableFunctions: [...found.tableFunctions],
    tables: tablesOf(tree.statements).map(({ schema, name }) => ({ schema, name })),
    otherSources: [...found.otherSources],
  }
}

/** Whether there is one statement, and it is `SELECT x` without any clause. */
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
    (node.select_list[0] as Node).class !== 'STAR'
  )
}

function walk(value: unknown, found: Found): void {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, found)
    return
  }
  if (value === null || typeof value !== 'object') return
  note(value as Node, found)
  for (const child of Object.values(value)) walk(child, found)
}

function note(node: Node, found: Found): void {
  if (node.class === 'SUBQUERY') found.subqueries = true
  if (node.class === 'PARAMETER') found.placeholders = true
  if ((node.class === 'FUNCTION' || node.class === 'WINDOW') && typeof node.function_name === 'string') {
    found.functions.add(node.function_name.toLowerCase())
  }
  if (node.type === 'TABLE_FUNCTION') {
    const called = (node.function as Node | undefined)?.function_name
    found.tableFunctions.add(String(called).toLowerCase())
  } else if (
    'alias' in node &&
    'sample' in node &&
    node.type !== 'BASE_TABLE' &&
    !SOURCES.includes(String(node.type))
  ) {
    found.otherSources.add(String(node.type))
  }
}

/** What narrowing asks; `serialize` is what `json_serialize_sql` says about a text. */
export function grammarOf(serialize: (text: string) => Promise<string>): Grammar {
  return {
    places: /^query_location$/,
    spots: tablesOf,
    async parse(text) {
      const tree = JSON.parse(await serialize(text)) as Node
      return tree.error ? undefined : tree
    },
    seated(tree, { node }) {
      const [statement] = tree.statements as readonly Node[]
      const seat = (statement?.node as Node | undefined)?.from_table as Node | undefined
      const { alias, table_name, sample, column_name_alias } = node
      return seat?.type === 'SUBQUERY' ? { ...seat, alias: alias || table_name, sample, column_name_alias } : undefined
    },
  }
}
