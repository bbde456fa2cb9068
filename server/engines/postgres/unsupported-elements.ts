import { splitNames } from '../function-names.ts'
import type { Node } from '../restrict-tables.ts'

/** Tree nodes that are known to be harmless, and those that are checked by their calls. */
const KNOWN = splitNames(
  `A_ArrayExpr A_Const A_Expr A_Indices A_Indirection A_Star BitString BoolExpr Boolean BooleanTest CaseExpr
   CaseWhen CoalesceExpr CollateClause ColumnDef ColumnRef CommonTableExpr Float FuncCall GroupingFunc GroupingSet
   Integer JoinExpr JsonAggConstructor JsonArgument JsonArrayAgg JsonArrayConstructor JsonArrayQueryConstructor
   JsonFuncExpr JsonIsPredicate JsonKeyValue JsonObjectAgg JsonObjectConstructor JsonParseExpr JsonScalarExpr
   JsonSerializeExpr JsonValueExpr List MinMaxExpr NamedArgExpr NullTest ParamRef RangeFunction RangeSubselect
   RangeTableSample RangeVar ResTarget RowExpr SelectStmt SortBy SQLValueFunction String SubLink TypeCast TypeName
   WindowDef XmlExpr XmlSerialize`,
)

/** Time values without parentheses; other such values reveal the current user and server. */
const TIMES = /^SVFOP_(CURRENT_(DATE|TIME|TIMESTAMP)|LOCALTIME|LOCALTIMESTAMP)(_N)?$/

const SAMPLES = ['bernoulli', 'system']

/** Returns the language element of a node that is not known to be harmless; undefined if it is known. */
export function unsupportedElement(kind: string, node: Node): string | undefined {
  // Statements are checked separately; a name in lower case is a part of a node.
  if (!/^[A-Z]/.test(kind) || kind.endsWith('Stmt')) return undefined
  if (!KNOWN.has(kind)) return kind
  if (kind === 'SQLValueFunction' && !TIMES.test(String(node.op))) return String(node.op).replace('SVFOP_', '')
  if (kind === 'RangeTableSample' && !SAMPLES.includes(sampleOf(node))) return `TABLESAMPLE ${sampleOf(node)}`
  return kind === 'TypeName' && node.pct_type === true ? '%TYPE' : undefined
}

function sampleOf({ method }: Node): string {
  const names = (method ?? []) as readonly { readonly String?: { readonly sval?: string } }[]
  return names.map((name) => name.String?.sval ?? '').join('.')
}
