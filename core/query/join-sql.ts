/** Limits: datasets of one join, key pairs per dataset, and columns of the result. */
export const MAX_JOIN_DATASETS = 8
export const MAX_JOIN_KEYS = 10
export const MAX_JOIN_COLUMNS = 1000

export const JOIN_TYPES = ['inner', 'left', 'right', 'full'] as const
export type JoinType = (typeof JOIN_TYPES)[number]

/** Two columns that must be equal: `column` of the dataset, and `with_column` of an earlier one, counted from 0. */
export interface JoinKey {
  readonly column: string
  readonly with: number
  readonly with_column: string
}

/** One dataset of a join. All but the first define how they are joined to the earlier ones. */
export interface JoinSide {
  readonly id: number
  readonly name: string
  /** Columns of the result, in order. */
  readonly columns: readonly string[]
  readonly type: JoinType
  readonly keys: readonly JoinKey[]
}

/** A column of the result and its source. `side` counts from 0. */
export interface JoinedColumn {
  readonly name: string
  readonly side: number
  readonly column: string
}

/** Quotes a name in the dialect of the database. */
type Quote = (name: string) => string

/**
 * Returns the columns of a join. A name that an earlier dataset already uses is prefixed with the name of its dataset,
 * and gets a number if that is taken as well. Names are compared ignoring case.
 */
export function joinedColumns(sides: readonly JoinSide[]): readonly JoinedColumn[] {
  const taken = new Set<string>()
  return sides.flatMap(({ columns, name: dataset }, side) =>
    columns.map((column) => {
      let name = column
      if (taken.has(column.toLowerCase())) name = `${dataset}_${column}`
      for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${dataset}_${column}_${number}`
      taken.add(name.toLowerCase())
      return { name, side, column }
    }),
  )
}

/**
 * Returns the SELECT of a join. Each dataset is read through its macro, which applies its row rules to the current
 * user.
 */
export function joinSql(sides: readonly JoinSide[], quote: Quote): string {
  const selected = joinedColumns(sides).map(
    ({ name, side, column }) => `  ${quote(aliasOf(side))}.${quote(column)} AS ${quote(name)}`,
  )
  return `SELECT\n${selected.join(',\n')}\n${fromSql(sides, quote, '*')}`
}

/**
 * Returns the SELECT that counts a join, as one row: the rows of the result, then for each dataset its rows, its rows
 * that are in the result, and the number of result rows from it.
 */
export function joinCountSql(sides: readonly JoinSide[], quote: Quote): string {
  const row = quote(rowName(sides))
  const counts = sides.flatMap(({ id }, side) => {
    const number = `${quote(aliasOf(side))}.${row}`
    return [
      `(SELECT COUNT(*) FROM ${macro(id)}\n) AS ${quote(`rows_${side}`)}`,
      `COUNT(DISTINCT ${number}) AS ${quote(`matched_${side}`)}`,
      `COUNT(${number}) AS ${quote(`used_${side}`)}`,
    ]
  })
  const selected = [`COUNT(*) AS ${quote('total')}`, ...counts].map((each) => `  ${each}`)
  return `SELECT\n${selected.join(',\n')}\n${fromSql(sides, quote, `*, ROW_NUMBER() OVER () AS ${row}`)}`
}

/** True if a name would be read as a template in SQL. */
export function isTemplateName(name: string): boolean {
  return /\{[{%#]/.test(name)
}

const aliasOf = (side: number): string => `side_${side + 1}`
const macro = (id: number): string => `{{ dataset(${id}) }}`

/** Returns a name for the row number that no column has. */
function rowName(sides: readonly JoinSide[]): string {
  const columns = sides.flatMap((side) => [...side.columns, ...side.keys.map(({ column }) => column)])
  const used = new Set(columns.map((name) => name.toLowerCase()))
  let name = '__row'
  while (used.has(name)) name += '_'
  return name
}

function fromSql(sides: readonly JoinSide[], quote: Quote, selected: string): string {
  const lines = sides.map(({ id, type, keys }, side) => {
    const alias = quote(aliasOf(side))
    const source = `(SELECT ${selected} FROM ${macro(id)}\n) AS ${alias}`
    if (side === 0) return `FROM ${source}`
    const pairs = keys.map(
      (key) => `${alias}.${quote(key.column)} = ${quote(aliasOf(key.with))}.${quote(key.with_column)}`,
    )
    return `${type.toUpperCase()} JOIN ${source}\n  ON ${pairs.join(' AND ')}`
  })
  return lines.join('\n')
}
