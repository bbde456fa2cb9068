import type { SqlToken } from './sql-tokens.ts'

/** A relation that a statement selects from: a table, or a CTE or subquery whose columns are known from its text. */
export interface Relation {
  readonly name: string
  readonly schema: string | undefined
  /** Its name in the statement. */
  readonly alias: string
  /** The columns of a CTE or subquery; `*` stands for all columns of its source. */
  readonly columns: readonly string[] | undefined
}

const BEFORE_RELATION = new Set(['from', 'join', 'update', 'into'])
/** Keywords that can follow a relation and are not an alias. */
const NO_ALIAS = new Set(
  'where on using join inner left right full cross outer natural group order having limit offset union intersect except window qualify set values select returning fetch for lateral as tablesample'.split(
    ' ',
  ),
)

const isSign = (token: SqlToken | undefined, sign: string) => token?.type === 'sign' && token.text === sign
const isWord = (token: SqlToken | undefined, word: string) =>
  token?.type === 'word' && token.text.toLowerCase() === word
const isName = (token: SqlToken | undefined): token is SqlToken => token !== undefined && token.type !== 'sign'

/** Returns the index of the bracket that closes the one at `at`; the end if it is not closed. */
function closingBracketAt(tokens: readonly SqlToken[], at: number): number {
  let depth = 0
  for (let index = at; index < tokens.length; index++) {
    if (isSign(tokens[index], '(')) depth++
    else if (isSign(tokens[index], ')') && --depth === 0) return index
  }
  return tokens.length
}

/** Returns the column names that a SELECT lists, by alias or by the last part of a name; expressions have none. */
function selectedColumns(tokens: readonly SqlToken[]): readonly string[] {
  const begin = tokens.findIndex((token) => isWord(token, 'select'))
  if (begin < 0) return []
  const names: string[] = []
  let depth = 0
  let last: SqlToken | undefined
  const take = () => {
    if (last && (last.type !== 'sign' || last.text === '*')) names.push(last.text)
    last = undefined
  }
  for (const token of tokens.slice(begin + 1)) {
    if (depth === 0 && isWord(token, 'from')) break
    if (isSign(token, '(')) depth++
    else if (isSign(token, ')')) depth--
    if (depth === 0 && isSign(token, ',')) take()
    else if (depth === 0) last = token
  }
  take()
  return names
}

interface ParsedRelations {
  readonly relation: Relation | undefined
  readonly next: number
}

function aliasAt(
  tokens: readonly SqlToken[],
  at: number,
): { readonly alias: string | undefined; readonly next: number } {
  const start = isWord(tokens[at], 'as') ? at + 1 : at
  const token = tokens[start]
  const isAlias = isName(token) && (token.type === 'quoted' || !NO_ALIAS.has(token.text.toLowerCase()))
  return isAlias ? { alias: token.text, next: start + 1 } : { alias: undefined, next: at }
}

function relationAt(tokens: readonly SqlToken[], at: number): ParsedRelations {
  if (isSign(tokens[at], '(')) {
    const end = closingBracketAt(tokens, at)
    const { alias, next } = aliasAt(tokens, end + 1)
    const columns = selectedColumns(tokens.slice(at + 1, end))
    return { relation: alias === undefined ? undefined : { name: alias, schema: undefined, alias, columns }, next }
  }
  const first = tokens[at]
  if (!isName(first) || (first.type === 'word' && NO_ALIAS.has(first.text.toLowerCase())))
    return { relation: undefined, next: at + 1 }
  const parts = [first.text]
  let next = at + 1
  while (isSign(tokens[next], '.') && isName(tokens[next + 1])) {
    parts.push((tokens[next + 1] as SqlToken).text)
    next += 2
  }
  // A name followed by a dot is incomplete.
  if (isSign(tokens[next], '.')) return { relation: undefined, next: next + 1 }
  const name = parts.at(-1) ?? ''
  const found = aliasAt(tokens, next)
  const relation = { name, schema: parts.at(-2), alias: found.alias ?? name, columns: undefined }
  return { relation, next: found.next }
}

/** Returns the CTEs of a statement. */
export function commonTables(tokens: readonly SqlToken[]): readonly Relation[] {
  const found: Relation[] = []
  tokens.forEach((token, index) => {
    if (!isName(token)) return
    // `name AS (` or `name (a, b) AS (`: only in WITH does an opening bracket follow AS.
    const listEnd = isSign(tokens[index + 1], '(') ? closingBracketAt(tokens, index + 1) : index
    let at = listEnd + 1
    if (!isWord(tokens[at], 'as')) return
    at += 1
    if (isWord(tokens[at], 'not')) at += 1
    if (isWord(tokens[at], 'materialized')) at += 1
    if (!isSign(tokens[at], '(')) return
    const before = tokens[index - 1]
    if (!isWord(before, 'with') && !isWord(before, 'recursive') && !isSign(before, ',')) return
    const listed = tokens.slice(index + 2, listEnd).filter(isName)
    const columns =
      listEnd > index
        ? listed.map(({ text }) => text)
        : selectedColumns(tokens.slice(at + 1, closingBracketAt(tokens, at)))
    found.push({ name: token.text, schema: undefined, alias: token.text, columns })
  })
  return found
}

/**
 * Returns the relations that a statement selects from, with aliases; a table named like a CTE of the statement has the
 * columns of the CTE.
 */
export function relationsOf(tokens: readonly SqlToken[]): readonly Relation[] {
  const ctes = commonTables(tokens)
  const relations: Relation[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (token?.type !== 'word' || !BEFORE_RELATION.has(token.text.toLowerCase())) continue
    let at = index + 1
    for (;;) {
      const { relation, next } = relationAt(tokens, at)
      if (relation) relations.push(relation)
      if (!relation || !isSign(tokens[next], ',')) break
      at = next + 1
    }
  }
  return relations.map((relation) => {
    const cte =
      relation.schema === undefined
        ? ctes.find(({ name }) => name.toLowerCase() === relation.name.toLowerCase())
        : undefined
    return cte ? { ...relation, columns: cte.columns } : relation
  })
}
