import { foldAscii } from '../ansi.ts'
import { dialect } from './dialect.ts'
import type { Node, TablePosition } from '../restrict-tables.ts'

/** The names of common table expressions in scope. DuckDB compares only their ASCII letters without case. */
type Scope = ReadonlySet<string>

/**
 * Returns the tables that a tree of `json_serialize_sql` reads, unordered. A name is a common table expression only in
 * its scope: in its own body and in earlier ones it is a table.
 */
export function tablesOf(tree: unknown): readonly TablePosition[] {
  const found: TablePosition[] = []
  walkTree(tree, new Set(), found)
  return found
}

function walkTree(value: unknown, outer: Scope, found: TablePosition[]): void {
  if (Array.isArray(value)) {
    for (const each of value) walkTree(each, outer, found)
    return
  }
  if (value === null || typeof value !== 'object') return
  const node = value as Node
  const { cte_map: ctes, ...rest } = node
  const scope = new Set(outer)
  for (const { key, value: body } of entriesOf(ctes)) {
    walkTree(body, new Set(scope), found)
    scope.add(foldAscii(String(key)))
  }
  if (node.type === 'BASE_TABLE') recordNode(node, scope, found)
  if (node.type === 'RECURSIVE_CTE_NODE') {
    const { right, ...others } = rest
    walkTree(right, new Set([...scope, foldAscii(String(node.cte_name))]), found)
    walkTree(Object.values(others), scope, found)
  } else walkTree(Object.values(rest), scope, found)
}

function entriesOf(ctes: unknown): readonly { readonly key?: unknown; readonly value?: unknown }[] {
  return (ctes as { readonly map?: readonly { key?: unknown; value?: unknown }[] } | undefined)?.map ?? []
}

function recordNode(node: Node, scope: Scope, found: TablePosition[]): void {
  const part = (key: string): string => (typeof node[key] === 'string' ? node[key] : '')
  const given = part('table_name')
  const [catalog = '', schema = '', name = ''] = [part('catalog_name'), part('schema_name'), given].map((each) =>
    dialect.fold(each),
  )
  if (!catalog && !schema && scope.has(foldAscii(given))) return
  const at = Number(node.query_location)
  found.push({
    node,
    schema: schema || null,
    name,
    at: Number.isSafeInteger(at) ? at : undefined,
    parts: [catalog, schema, name].filter(Boolean).length,
    aliased: Boolean(node.alias),
    scope: new Set([...scope].map((each) => dialect.fold(each))),
  })
}
