import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import { bytesText } from './bytes.ts'
import { DECIMAL, EXACT_DECIMAL, isExact, QUOTIENT } from './decimals.ts'
import { readList } from './lists.ts'
import { epochMs } from './moments.ts'

/** How a value of a PostgreSQL type, as printed by the server, is converted to a cell. `json` is `value` as JSON. */
export interface Cell {
  readonly type: GenericType
  /** Its timestamps are dates without a time. */
  readonly isDays?: true
  value(text: string): Value
  json(text: string): string
}

/** Integers with fewer characters are below 2^53. */
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
    return Number.isFinite(number) ? number : given
  },
  json: (given) => (Number.isFinite(Number(given)) ? given : JSON.stringify(given)),
}

/**
 * Decimal numbers from `size` on keep the digits that a double would lose. Numbers without decimals keep all digits.
 */
function decimal(size: number): Cell {
  const value = (given: string): Value => {
    if (isWhole(given)) return integer.value(given)
    const number = Number(given)
    return Number.isFinite(number) && (Math.abs(number) < size || isExact(given)) ? number : given
  }
  return { type: NUMERIC, value, json: (given) => JSON.stringify(value(given)) }
}

const numeric = decimal(QUOTIENT)
const declared = decimal(0)

const boolean: Cell = {
  type: BOOLEAN,
  value: (given) => given === 't',
  json: (given) => (given === 't' ? 'true' : 'false'),
}

const instant: Cell = { type: TEMPORAL, value: epochMs, json: (given) => String(epochMs(given)) }

const bytes: Cell = { type: STRING, value: bytesText, json: (given) => JSON.stringify(bytesText(given)) }

function isSafe(given: string): boolean {
  return given.length < SURELY_SAFE || Number.isSafeInteger(Number(given))
}

function isWhole(given: string): boolean {
  return /^-?\d+$/.test(given)
}

const list = (element: Cell): Cell => {
  const value = (given: string): string => JSON.stringify(readList(given, (each) => element.value(each)))
  return { type: STRING, value, json: (given) => JSON.stringify(value(given)) }
}

/** By object id, which are the same in every PostgreSQL. */
const cells: ReadonlyMap<number, Cell> = new Map([
  [16, boolean],
  [17, bytes],
  [20, integer],
  [21, small],
  [23, small],
  [26, integer],
  [700, real],
  [701, real],
  [1082, { ...instant, isDays: true }],
  [1114, instant],
  [1184, instant],
  [DECIMAL, numeric],
  [EXACT_DECIMAL, declared],
  [1000, list(boolean)],
  [1005, list(small)],
  [1007, list(small)],
  [1016, list(integer)],
  [1021, list(real)],
  [1022, list(real)],
  [1231, list(declared)],
  [1115, list(text)],
  [1182, list(text)],
  [1185, list(text)],
  [1009, list(text)],
  [1014, list(text)],
  [1015, list(text)],
  [2951, list(text)],
])

/** A decimal number as a text with all its digits. */
const exact: Cell = {
  type: NUMERIC,
  value: (given) => given,
  json: (given) => JSON.stringify(exact.value(given)),
}

/** Returns the conversion of a type by its object id; unknown types are text as printed by the server. */
export function cellOf(type: number, allDigits = false): Cell {
  return allDigits && (type === DECIMAL || type === EXACT_DECIMAL) ? exact : (cells.get(type) ?? text)
}
