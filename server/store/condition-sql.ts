import { type RawBuilder, sql } from 'kysely'
import type { Comparison, Condition, Scalar, TextOperator } from '#core/access/condition.ts'
import { foldText } from '#core/access/fold-text.ts'
import { InvalidValue, UnknownColumn } from './errors.ts'
import type { Engine } from './migrations/schema.ts'
import type { ColumnKind } from '#core/entity/field.ts'
import { type Table, tableNamed } from './tables.ts'

type Sql = RawBuilder<boolean>

const TRUE: Sql = sql`1 = 1`
const FALSE: Sql = sql`1 = 0`
/** Maximum numbers of a list that are separate parameters. */
const PARAMETERS_OF_LIST = 100
const SIGNS = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` }

/** Prints conditions on the rows of one table; every printed condition is true or false, never null. */
export class ConditionPrinter {
  readonly #engine: Engine
  #aliases = 0

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Returns the condition on rows of `table` under `alias`. */
  print(condition: Condition, table: Table, alias: string): Sql {
    if (typeof condition === 'boolean') return condition ? TRUE : FALSE
    if ('col' in condition) return this.#compare(condition, table, alias)
    if ('and' in condition) return this.#join(condition.and, sql` and `, TRUE, table, alias)
    if ('or' in condition) return this.#join(condition.or, sql` or `, FALSE, table, alias)
    if ('not' in condition) return sql`not (${this.print(condition.not, table, alias)})`
    if ('owner' in condition) return this.#some('owners', idIs(condition.owner), table, alias)
    if ('dashboard' in condition) return this.#some('dashboards', idIs(condition.dashboard), table, alias)
    if ('favoriteOf' in condition) return this.#favorite(condition.favoriteOf, table, alias)
    return this.#some(condition.some, condition.where, table, alias)
  }

  #join(parts: readonly Condition[], by: RawBuilder<unknown>, empty: Sql, table: Table, alias: string): Sql {
    if (parts.length === 0) return empty
    return sql`(${sql.join(
      parts.map((each) => this.print(each, table, alias)),
      by,
    )})`
  }

  // Uses lists of ids, never `exists`: SQLite 3.53.0 returns wrong results for nested `exists`.
  #favorite(userId: number, table: Table, alias: string): Sql {
    return sql`${sql.ref(`${alias}.id`)} in (select entity_id from favorites where user_id = ${userId} and entity_type = ${table.type})`
  }

  #some(name: string, where: Condition, table: Table, alias: string): Sql {
    const relation = table.relations[name]
    if (!relation) throw new UnknownColumn(`${table.name} has no relation ${name}`)
    const other = this.#alias()
    const target = tableNamed(relation.to)
    const from = sql`${sql.table(relation.to)} as ${sql.ref(other)}`
    const met = sql<boolean>`${sql.ref(`${other}.deleted_at`)} is null and ${this.print(where, target, other)}`
    const here = sql.ref(`${alias}.${'fk' in relation ? relation.fk : 'id'}`)
    if ('back' in relation) {
      return sql`${here} in (select ${sql.ref(`${other}.${relation.back}`)} from ${from} where ${withFixedColumns(relation.only, other, met)})`
    }
    if ('fk' in relation) {
      const listed = sql<boolean>`${here} is not null and ${here} in (select ${sql.ref(`${other}.id`)} from ${from} where ${met})`
      return sql`(${withFixedColumns(relation.only, alias, listed)})`
    }
    const link = this.#alias()
    return sql`${here} in (select ${sql.ref(`${link}.${relation.here}`)} from ${sql.table(relation.through)} as ${sql.ref(link)}
      join ${from} on ${sql.ref(`${other}.id`)} = ${sql.ref(`${link}.${relation.there}`)} where ${withFixedColumns(relation.only, link, met)})`
  }

  #compare(comparison: Comparison, table: Table, alias: string): Sql {
    const kind = table.columns[comparison.col]
    if (!kind || table.secret.includes(comparison.col)) {
      throw new UnknownColumn(`${table.name} has no column ${comparison.col} to compare`)
    }
    const column = sql.ref(`${alias}.${comparison.col}`)
    switch (comparison.op) {
      case 'eq':
        return this.#equals(column, [comparison.value], kind)
      case 'neq':
        return sql`not (${this.#equals(column, [comparison.value], kind)})`
      case 'in':
        return this.#equals(column, comparison.value, kind)
      case 'nin':
        return sql`not (${this.#equals(column, comparison.value, kind)})`
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte': {
        if (comparison.value === null) return FALSE
        const value = fitScalar(comparison.value, kind)
        return sql`(${column} is not null and ${column} ${SIGNS[comparison.op]} ${value})`
      }
      default:
        return this.#matches(comparison.op, comparison.value, comparison.col, table, alias)
    }
  }

  #equals(column: RawBuilder<unknown>, values: readonly Scalar[], kind: ColumnKind): Sql {
    const real = values.filter((value) => value !== null).map((value) => fitScalar(value, kind))
    const either: Sql[] = []
    if (real.length < values.length) either.push(sql`${column} is null`)
    if (real.length > 0) either.push(sql`(${column} is not null and ${column} in (${this.#listed(real)}))`)
    return either.length > 0 ? sql`(${sql.join(either, sql` or `)})` : FALSE
  }

  /** A long list of numbers is one parameter, because a rule may repeat it and the stores limit parameters. */
  #listed(values: readonly Scalar[]): RawBuilder<unknown> {
    if (values.length <= PARAMETERS_OF_LIST || !values.every(Number.isSafeInteger)) return sql.join(values)
    const json = JSON.stringify(values)
    return this.#engine === 'sqlite'
      ? sql`select value from json_each(${json})`
      : sql`select value::bigint from json_array_elements_text(${json}::json)`
  }

  #matches(op: TextOperator, value: string, name: string, table: Table, alias: string): Sql {
    if (!table.folded.includes(name)) throw new UnknownColumn(`${table.name} has no column ${name} to search`)
    const column = sql.ref(`${alias}.${name}_folded`)
    const text = foldText(value)
    const length = Array.from(text).length
    const there = sql<boolean>`${column} is not null`
    switch (op) {
      case 'sw':
        return sql`(${there} and substr(${column}, 1, ${length}) = ${text})`
      case 'ew':
        return sql`(${there} and length(${column}) >= ${length} and substr(${column}, length(${column}) - ${length} + 1) = ${text})`
      case 'ct':
        return sql`(${there} and ${sql.raw(this.#engine === 'sqlite' ? 'instr' : 'strpos')}(${column}, ${text}) > 0)`
      case 'nsw':
        return sql`not ${this.#matches('sw', value, name, table, alias)}`
      case 'new':
        return sql`not ${this.#matches('ew', value, name, table, alias)}`
      case 'nct':
        return sql`not ${this.#matches('ct', value, name, table, alias)}`
    }
  }

  #alias(): string {
    this.#aliases += 1
    return `r${this.#aliases}`
  }
}

function idIs(id: number): Condition {
  return { col: 'id', op: 'eq', value: id }
}

function withFixedColumns(only: Readonly<Record<string, string>> | undefined, alias: string, rest: Sql): Sql {
  const parts = Object.entries(only ?? {}).map(([name, value]) => sql`${sql.ref(`${alias}.${name}`)} = ${value}`)
  return sql`${sql.join([...parts, rest], sql` and `)}`
}

const TYPES = { integer: 'number', text: 'string', boolean: 'boolean' } as const

/** The engines differ in comparing text with a number. */
function fitScalar(value: Scalar, kind: ColumnKind): Scalar {
  const wanted = TYPES[kind.replace('?', '') as keyof typeof TYPES]
  if (typeof value !== wanted) throw new InvalidValue(`A ${wanted} was to be compared, not ${typeof value}`)
  return value
}
