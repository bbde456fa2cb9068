import type { Call } from '../engine.ts'
import type { Node } from '../restrict-tables.ts'

/** Calls by type, schema and name. */
export type CallsByNode = Map<string, Call>

/** Records a call by a name of one or more parts; the second to last is the schema. */
export function recordCall(kind: Call['kind'], names: unknown, calls: CallsByNode): void {
  const parts = partsOf(names).map(nameOf)
  const name = parts.at(-1)
  if (name !== undefined) recordNode({ kind, schema: parts.at(-2) ?? null, name }, calls)
}

/** Records the calls of a tree node itself; `kind` is its name, or that of its parent. */
export function recordCalls(kind: string, node: Node, calls: CallsByNode): void {
  switch (kind) {
    case 'FuncCall':
      return recordCall('function', node.funcname, calls)
    case 'typeName':
    case 'TypeName':
      return noteType(node, calls)
    case 'A_Expr':
      return noteOperators(node, calls)
    case 'SortBy':
      return recordCall('operator', node.useOp, calls)
    case 'SubLink':
      // `x IN (SELECT ...)` has no operator in its node.
      return node.operName === undefined ? noteOperator('=', calls) : recordCall('operator', node.operName, calls)
    case 'CaseExpr':
      return node.arg === undefined ? undefined : noteOperator('=', calls)
    case 'JoinExpr':
      return 'usingClause' in node || node.isNatural === true ? noteOperator('=', calls) : undefined
    case 'A_Indirection':
      return noteFields(partsOf(node.indirection), calls)
    case 'ColumnRef':
      return noteFields(partsOf(node.fields).slice(1), calls)
  }
}

/** The grammar assigns built-in types to the schema of the server. */
function noteType(node: Node, calls: CallsByNode): void {
  recordCall('type', node.names, calls)
}

/** `BETWEEN` and its variants are two comparisons. */
function noteOperators({ kind, name }: Node, calls: CallsByNode): void {
  if (!String(kind).includes('BETWEEN')) return recordCall('operator', name, calls)
  for (const each of ['<', '<=', '>', '>=']) noteOperator(each, calls)
}

function noteOperator(name: string, calls: CallsByNode): void {
  recordNode({ kind: 'operator', schema: null, name }, calls)
}

/** `(x).f` and `t.f` may also call f. */
function noteFields(parts: readonly Node[], calls: CallsByNode): void {
  for (const part of parts) if (part.String) recordNode({ kind: 'field', schema: null, name: nameOf(part) }, calls)
}

function recordNode(call: Call, calls: CallsByNode): void {
  calls.set(JSON.stringify([call.kind, call.schema, call.name]), call)
}

function partsOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value : []
}

/** The parser has already folded unquoted names. */
function nameOf({ String: text }: Node): string {
  return (text as { readonly sval?: string } | undefined)?.sval ?? ''
}
