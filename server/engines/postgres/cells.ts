import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import { readList } from './lists.ts'
import { epochMs } from './moments.ts'

/** How a value of a PostgreSQL type, as the server writes it, becomes a cell. `json` is `value` as JSON. */
export interface Cell {
  readonly type: GenericType
  /** Its moments are days without a time. */
  readonly isDays?: true
  value(text: string): Value
  json(text: string): string
}

/** Integers of fewer characters are below 2^53. */
const SURELY_SAFE = 16

const text: Cell = { type: STRING, value: (given) => given, json: (given) => JSON.stringify(given) }

const small: Cell = { type: NUMERIC, value: Number, json: (given) => given }

const integer: Cell = {
  type: NUMERIC,
  value: (given) => (isSafe(given) ? Number(given) : given),
  json: (given) => (isSafe(given) ? given : `"${given}"`),
}

const real: Cell = {
  type: NUMERIC,
  value: (given) => {
    const number = Number(given)
    return Number.isFinite(number) ? number : null
  },
  json: (given) => (Number.isFinite(Number(given)) ? given : 'null'),
}

// Sums of integers are numeric: what has no decimals keeps all of its digits.
const numeric: Cell = {
  type: NUMERIC,
  value: (given) => (isWhole(given) ? integer.value(given) : real.value(given)),
  json: (given) => (isWhole(given) ? integer.json(given) : String(real.value(given))),
}

const boolean: Cell = {
  type: BOOLEAN,
  value: (given) => given === 't',
  json: (given) => (given === 't' ? 'true' : 'false'),
}

const moment: Cell = { type: TEMPORAL, value: epochMs, json: (given) => String(epochMs(given)) }

const bytes: Cell = { type: STRING, value: bytesText, json: (given) => JSON.stringify(bytesText(given)) }

function isSafe(given: string): boolean {
  return given.length < SURELY_SAFE || Number.isSafeInteger(Number(given))
}

function isWhole(given: string): boolean {
  return /^-?\d+$/.test(given)
}

/** Bytes that are text in UTF-8, or else the word that stands for bytes. */
function bytesText(given: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(given.slice(2), 'hex'))
  } catch {
    return '[bytes]'
  }
}

const list = (element: Cell): Cell => {
  const value = (given: string): string => JSON.stringify(readList(given, (each) => element.value(each)))
  return { type: STRING, value, json: (given) => JSON.stringify(value(given)) }
}

/** By object id, as `pg_type` has them in every PostgreSQL. */
const cells: ReadonlyMap<number, Cell> = new Map([
  [16, boolean],
  [17, bytes],
  [20, integer],
  [21, small],
  [23, small],
  [26, integer],
  [700, real],
  [701, real],
  [1082, { ...moment, isDays: true }],
  [1114, moment],
  [1184, moment],
  [1700, numeric],
  [1000, list(boolean)],
  [1005, list(small)],
  [1007, list(small)],
  [1016, list(integer)],
  [1021, list(real)],
  [1022, list(real)],
  [1231, list(numeric)],
  [1115, list(moment)],
  [1182, list(moment)],
  [1185, list(moment)],
  [1009, list(text)],
  [1014, list(text)],
  [1015, list(text)],
  [2951, list(text)],
])

/** A decimal number as a text of all its digits. */
const exact: Cell = {
  type: NUMERIC,
  value: (given) => (Number.isNaN(Number(given)) || given.endsWith('Infinity') ? null : given),
  json: (given) => JSON.stringify(exact.value(given)),
}

/** The cell of a type by its object id; types that are not known are text as the server writes it. */
export function cellOf(type: number, allDigits = false): Cell {
  return allDigits && cells.get(type) === numeric ? exact : (cells.get(type) ?? text)
}
