import type { Call, Inspection, NamedTable } from '../engine.ts'
import type { Node, TablePosition, TreeOperations } from '../restrict-tables.ts'
import type { ParserDialect } from './parser-task.ts'
import { offsetOf, parseSql, SqlSyntaxError } from './sql-parser.ts'
import { splitNames } from '../function-names.ts'

/* Inspects SQL of users by its syntax tree: tables, calls and unsupported elements, each of them denied by default. */

/** The nodes of a tree of sqlparser-rs that only compute, and those that are checked by their names. */
const KNOWN_NODES = splitNames(
  // Statements and sources.
  `Query Select SetOperation Values Table Derived NestedJoin Join Inner Left LeftOuter Right RightOuter FullOuter CrossJoin
   StraightJoin On Using UnnamedExpr ExprWithAlias Wildcard QualifiedWildcard ObjectName Expressions OrderBy
   LimitOffset OffsetCommaLimit Distinct`,
  // Names and values.
  `Identifier CompoundIdentifier Value Number SingleQuotedString DoubleQuotedString NationalStringLiteral
   HexStringLiteral SingleQuotedByteStringLiteral Boolean Placeholder TypedString Prefixed Interval`,
  // Expressions.
  `BinaryOp UnaryOp Nested Tuple Case Cast Collate Convert Extract Trim Substring Position Ceil Floor Overlay
   Between Like ILike RLike InList InSubquery Exists Subquery AnyOp AllOp IsNull IsNotNull IsTrue IsNotTrue IsFalse
   IsNotFalse IsUnknown IsNotUnknown IsDistinctFrom IsNotDistinctFrom DateTimeField MatchAgainst`,
  // Calls and windows.
  `Function List Unnamed Named ExprNamed Expr OrderBy Limit Separator WindowSpec NamedWindow Preceding Following`,
  // Types with sizes.
  `Character Char CharacterVarying CharVarying Varchar Nvarchar Decimal Numeric Dec Float Double DoublePrecision Real
   Int Integer BigInt SmallInt TinyInt MediumInt UnsignedInteger Date Datetime Timestamp Time Binary Varbinary Blob
   IntegerLength PrecisionAndScale Precision Custom`,
)

/** The fields of these nodes. A field that is empty, false or null is never checked. */
const KNOWN_FIELDS = splitNames(
  `with recursive cte_tables alias name columns query body op set_quantifier left right distinct projection from
   relation joins join_operator selection group_by having order_by kind exprs options asc nulls_first limit limit_clause offset rows
   value limit_by expr nullable named_window flavor subquery lateral table_with_joins explicit negated list low high
   pattern escape_char any compare_op is_some operand conditions condition result else_result data_type collation charset
   target_before_value field syntax leading_field leading_precision last_field fractional_seconds_precision
   trim_where trim_what trim_characters substring_from substring_for special shorthand in overlay_what overlay_from
   overlay_for args clauses duplicate_treatment parameters over partition_by window_frame window_before_qualify units start_bound end_bound
   window_name filter quote_style prefix match_value opt_search_modifier length unit regexp explicit_row value_keyword
   content index_hints hint_type index_type for_clause index_names constraint`,
)

/** Unquoted names without parentheses that servers read as calls. */
const BARE_CALLS = splitNames('current_user current_role session_user system_user user')

/** The parser's dialect of an engine, and how the engine compares and quotes names. */
export interface TreeGrammar {
  readonly dialect: ParserDialect
  /** Returns a table name as the engine compares it. */
  fold(name: string, isQuoted: boolean): string
  /**
   * Returns a name of a common table expression as the engine compares it. It must not make two names equal that the
   * engine distinguishes: the second one is a table, to which no rule would apply.
   */
  foldScope(name: string, isQuoted: boolean): string
  quote(name: string): string
  /** Further nodes and fields that only compute. */
  readonly more?: ReadonlySet<string>
  /** Further unquoted names that the engine does not read as names. */
  readonly callsWithoutParentheses?: ReadonlySet<string>
  /** Unquoted words that the engine does not read as table names: the next word is the table. */
  readonly tableWords?: ReadonlySet<string>
  /** The quotes of texts. The parser accepts a text for the name of a table too. */
  readonly textQuotes?: string
  /** The folded name of the catalog. Names may begin with it, but not with another one. */
  readonly catalog?: string
  /** True if common table expressions of a recursive clause may name tables that the parser reads as themselves. */
  readonly isRecursionDenied?: true
  /** True if a quoted name of a function is that of another function. */
  readonly hasQuotedFunctions?: true
  /** True if `SELECT x = 1` names a column `x`. The guard parses the same text in parentheses too, where it compares. */
  readonly hasLeadingAliases?: true
}

interface TreeNames {
  readonly calls: Map<string, Call>
  readonly tables: TablePosition[]
  readonly unsupportedElements: Set<string>
  subqueries: boolean
  placeholders: boolean
}

/** The names of common table expressions in scope. */
type Scope = ReadonlySet<string>

/** Inspects a text with the shared parser. */
export async function inspectTree(text: string, grammar: TreeGrammar): Promise<Inspection> {
  let statements: readonly Node[]
  try {
    statements = await parseSql(text, grammar.dialect)
  } catch (error) {
    if (!(error instanceof SqlSyntaxError)) throw error
    const { message, position } = error
    return { ok: false, reason: 'syntax', message, ...(position === undefined ? {} : { position }) }
  }
  const other = statements.map(statementKind).find((kind) => kind !== 'Query')
  if (other !== undefined) return { ok: false, reason: 'not a select', message: other }
  const found = new TreeWalk(text, grammar).walk(statements)
  return {
    ok: true,
    statements: statements.length,
    expression: isExpression(statements, grammar.hasLeadingAliases),
    subqueries: found.subqueries,
    placeholders: found.placeholders,
    calls: [...found.calls.values()],
    tables: found.tables.map(({ schema, name }) => ({ schema, name })),
    unsupportedElements: [...found.unsupportedElements],
  }
}

/** Returns the operations for narrowing with the shared parser. */
export function treesOf(grammar: TreeGrammar): TreeOperations {
  const texts = new WeakMap<Node, string>()
  return {
    positionKeys: /^span$|_token$/,
    quote: (name) => grammar.quote(name),
    async parse(text) {
      try {
        const tree = { statements: await parseSql(text, grammar.dialect) }
        texts.set(tree, text)
        return tree
      } catch {
        return undefined
      }
    },
    tableReferences: (tree) => new TreeWalk(texts.get(tree) ?? '', grammar).walk(tree['statements']).tables,
    subqueryNode(tree, { node }) {
      const [statement] = tree['statements'] as readonly Node[]
      const [from] = fieldOf(selectOf(statement), 'from') as readonly Node[]
      const derived = (from?.['relation'] as Node | undefined)?.['Derived'] as Node | undefined
      if (!derived) return undefined
      const { name, alias } = node['Table'] as Node
      const own = { explicit: true, name: partsOf(name).at(-1)?.['Identifier'], columns: [] }
      return { Derived: { ...derived, alias: alias ?? own } }
    },
  }
}

function statementKind(statement: Node): string {
  const [kind = ''] = Object.keys(statement)
  if (kind !== 'Query') return kind
  const [body = ''] = Object.keys(fieldOf(statement['Query'], 'body') ?? {})
  return ['Insert', 'Update', 'Delete', 'Merge'].includes(body) ? body : kind
}

/** Returns a text of a node; empty if it has none. */
function textOf(node: unknown, name: string): string {
  const text = fieldOf(node, name)
  return typeof text === 'string' ? text : ''
}

function isQuoted(identifier: unknown): boolean {
  return !isEmpty(fieldOf(identifier, 'quote_style'))
}

function fieldOf(node: unknown, name: string): unknown {
  return (node as Node | undefined)?.[name]
}

function selectOf(statement: Node | undefined): Node | undefined {
  return fieldOf(fieldOf(statement?.['Query'], 'body'), 'Select') as Node | undefined
}

function partsOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value : []
}

/** True for what a tree prints for a part that is absent. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 'None' || value === '') return true
  return Array.isArray(value) && value.length === 0
}

/** True if there is one statement, and it is `SELECT x` without any clause or name. */
function isExpression(statements: readonly Node[], isAliasAllowed = false): boolean {
  const [statement, ...others] = statements
  const select = selectOf(statement)
  if (!select || others.length > 0) return false
  const clauses = ['with', 'order_by', 'limit_clause', 'fetch', 'locks', 'for_clause']
  if (clauses.some((clause) => !isEmpty(fieldOf(statement?.['Query'], clause)))) return false
  const { projection, select_token: _, group_by: groups, flavor: _flavor, top_before_distinct: _top, ...rest } = select
  if (Object.values(rest).some((value) => !isEmpty(value))) return false
  if (JSON.stringify(groups) !== '{"Expressions":[[],[]]}') return false
  const [target, ...more] = partsOf(projection)
  const isExpr = target !== undefined && ('UnnamedExpr' in target || (isAliasAllowed && 'ExprWithAlias' in target))
  return more.length === 0 && isExpr
}

/** Collects the names in trees. */
class TreeWalk {
  readonly #text: string
  readonly #grammar: TreeGrammar
  readonly #found: TreeNames = {
    calls: new Map(),
    tables: [],
    unsupportedElements: new Set(),
    subqueries: false,
    placeholders: false,
  }

  constructor(text: string, grammar: TreeGrammar) {
    this.#text = text
    this.#grammar = grammar
  }

  walk(tree: unknown): TreeNames {
    for (const statement of partsOf(tree)) this.#query(statement['Query'] as Node, new Set())
    return this.#found
  }

  /** Visits a query, whose WITH clause may define table names. */
  #query(query: Node, outer: Scope): void {
    const { with: clause, ...rest } = query
    const { cte_tables: tables = [], recursive } = (clause ?? {}) as {
      cte_tables?: readonly Node[]
      recursive?: unknown
    }
    const nameOf = (cte: Node): string => {
      const name = fieldOf(cte['alias'], 'name')
      return this.#grammar.foldScope(textOf(name, 'value'), isQuoted(name))
    }
    if (recursive === true && this.#grammar.isRecursionDenied) this.#found.unsupportedElements.add('WITH RECURSIVE')
    const scope = new Set(outer)
    for (const each of tables) {
      const { query: body, alias: _, closing_paren_token: _token, ...others } = each
      // Its own name refers to the table with that name, unless the clause is recursive. Servers differ on whether a
      // recursive clause may use later names: here these are tables.
      const own = recursive === true ? [nameOf(each)] : []
      this.#query(body as Node, new Set([...scope, ...own]))
      this.#fields(others, scope)
      scope.add(nameOf(each))
    }
    this.#fields(rest, scope)
  }

  #visit(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) for (const each of value) this.#visit(each, scope)
    else if (value !== null && typeof value === 'object') {
      if ('body' in value && 'locks' in value) this.#query(value, scope)
      else this.#fields(value as Node, scope)
    }
  }

  #fields(node: Node, scope: Scope): void {
    for (const [key, child] of Object.entries(node)) {
      if (key === 'span' || key.endsWith('_token') || isEmpty(child)) continue
      if (/^[A-Z]/.test(key)) this.#node(key, child, node, scope)
      else {
        if (!KNOWN_FIELDS.has(key) && !this.#grammar.more?.has(key)) this.#found.unsupportedElements.add(key)
        if (key === 'data_type') this.#type(child)
        if (key === 'op' || key === 'compare_op') this.#operator(child)
        this.#visit(child, scope)
      }
    }
  }

  #node(kind: string, child: unknown, node: Node, scope: Scope): void {
    if (!KNOWN_NODES.has(kind) && !this.#grammar.more?.has(kind)) this.#found.unsupportedElements.add(kind)
    if (kind === 'Table') return this.#table(node, child as Node, scope)
    if (kind === 'Identifier') return this.#identifier(child as Node)
    if (kind === 'Placeholder') this.#found.placeholders = true
    if (kind === 'Subquery' || kind === 'InSubquery' || kind === 'Exists') this.#found.subqueries = true
    if (kind === 'Function') {
      this.#call('function', fieldOf(child, 'name'))
      return this.#fields({ ...(child as Node), name: null }, scope)
    }
    this.#visit(child, scope)
  }

  /** `@x` and `@@x` are variables of the session and of the server. */
  #identifier({ value, quote_style: quote }: Node): void {
    const name = String(value)
    if (quote !== undefined && quote !== null) return
    const isCall = BARE_CALLS.has(name.toLowerCase()) || this.#grammar.callsWithoutParentheses?.has(name.toLowerCase())
    if (name.startsWith('@') || isCall) this.#found.unsupportedElements.add(name)
    if (/^[$:]\d*$/.test(name)) this.#found.placeholders = true
  }

  #table(node: Node, table: Node, scope: Scope): void {
    const { name, args, alias, ...rest } = table
    const parts = partsOf(name).map((part) => part['Identifier'] as Node | undefined)
    if (parts.length === 0 || parts.includes(undefined)) return void this.#found.unsupportedElements.add('table name')
    this.#fields(rest, scope)
    if (!isEmpty(args)) {
      this.#call('from', name)
      return this.#visit(args, scope)
    }
    const texts = parts.map((part) => String(part?.['value']))
    const [last = ''] = texts.slice(-1)
    // Also if an expression has that name.
    if (parts.some((part) => this.#isNoName(part))) this.#found.unsupportedElements.add(last)
    if (parts.length === 1 && scope.has(this.#grammar.foldScope(last, isQuoted(parts[0])))) return
    const [catalog = ''] = texts.slice(-3, -2)
    const isForeign = catalog !== '' && this.#grammar.fold(catalog, isQuoted(parts.at(-3))) !== this.#grammar.catalog
    // `catalog..table` names a table in the default schema of another catalogue.
    const isOther = texts.length > 3 || isForeign || texts.includes('')
    if (isOther) this.#found.unsupportedElements.add(texts.join('.'))
    // A variable is no table.
    if (texts.some((text) => text.startsWith('@'))) this.#found.unsupportedElements.add(last)
    this.#found.tables.push({
      node,
      ...this.#names(parts),
      at: this.#byteOffset(parts[0]?.['span']),
      parts: parts.length,
      aliased: !isEmpty(alias),
      // Some servers compare these names ignoring case, so a rule that names one of them is not applied.
      scope: new Set([...scope].map((each) => this.#grammar.fold(each, true))),
    })
  }

  /** True for a part of a table name that is none in the engine. */
  #isNoName(part: Node | undefined): boolean {
    const { callsWithoutParentheses, tableWords, textQuotes = '' } = this.#grammar
    if (isQuoted(part)) return textQuotes.includes(textOf(part, 'quote_style'))
    const word = textOf(part, 'value').toLowerCase()
    return callsWithoutParentheses?.has(word) === true || tableWords?.has(word) === true
  }

  #names(parts: readonly (Node | undefined)[]): NamedTable {
    const nameOf = (part: Node | undefined): string => this.#grammar.fold(textOf(part, 'value'), isQuoted(part))
    return { schema: parts.length < 2 ? null : nameOf(parts.at(-2)), name: nameOf(parts.at(-1)) }
  }

  #byteOffset(span: unknown): number | undefined {
    const { line, column } = (fieldOf(span, 'start') ?? {}) as { readonly line?: number; readonly column?: number }
    if (!line || !column) return undefined
    return Buffer.byteLength(this.#text.slice(0, offsetOf(this.#text, line, column)))
  }

  #call(kind: Call['kind'], name: unknown): void {
    const parts = partsOf(name).map((part) => part['Identifier'])
    const texts = parts.map((part) => textOf(part, 'value').toLowerCase())
    if (this.#grammar.hasQuotedFunctions && parts.some(isQuoted)) this.#found.unsupportedElements.add(texts.join('.'))
    this.#note({ kind, schema: texts.at(-2) ?? null, name: texts.at(-1) ?? '' })
  }

  #type(type: unknown): void {
    const [name = ''] = typeof type === 'string' ? [type] : Object.keys(type ?? {})
    this.#note({ kind: 'type', schema: null, name: name.toLowerCase() })
  }

  #operator(op: unknown): void {
    const [name = ''] = typeof op === 'string' ? [op] : Object.keys(op ?? {})
    this.#note({ kind: 'operator', schema: null, name })
  }

  #note(call: Call): void {
    this.#found.calls.set(JSON.stringify([call.kind, call.schema, call.name]), call)
  }
}
