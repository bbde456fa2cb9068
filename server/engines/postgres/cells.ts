import { BOOLEAN, STRING } from '#core/table/table.ts'
import type { CellFormat } from '../shared/results.ts'
import {
  decimalFormat,
  digitsFormat,
  integerFormat,
  timestampFormat,
  MIN_EXACT_DECIMAL,
  floatFormat,
  smallFormat,
  textFormat,
} from '../shared/text-formats.ts'
import { bytesText } from '../shared/bytes-text.ts'
import { DECIMAL, EXACT_DECIMAL } from './decimals.ts'
import { readList } from './array-text.ts'

/** How a value of a PostgreSQL type, as printed by the server, is converted to a cell. */
export type Cell = CellFormat<string>

const numeric = decimalFormat(MIN_EXACT_DECIMAL)
const integerDecimalFormat = decimalFormat(0)

const boolean: Cell = {
  type: BOOLEAN,
  value: (given) => given === 't',
  json: (given) => (given === 't' ? 'true' : 'false'),
}

const bytes: Cell = { type: STRING, value: bytesText, json: (given) => JSON.stringify(bytesText(given)) }

const list = (element: Cell): Cell => {
  const value = (given: string): string => JSON.stringify(readList(given, (each) => element.value(each)))
  return { type: STRING, value, json: (given) => JSON.stringify(value(given)) }
}

/** By object id, which are the same in every PostgreSQL. */
const cells: ReadonlyMap<number, Cell> = new Map([
  [16, boolean],
  [17, bytes],
  [20, integerFormat],
  [21, smallFormat],
  [23, smallFormat],
  [26, integerFormat],
  [700, floatFormat],
  [701, floatFormat],
  [1082, { ...timestampFormat, isDays: true }],
  [1114, timestampFormat],
  [1184, timestampFormat],
  [DECIMAL, numeric],
  [EXACT_DECIMAL, integerDecimalFormat],
  [1000, list(boolean)],
  [1005, list(smallFormat)],
  [1007, list(smallFormat)],
  [1016, list(integerFormat)],
  [1021, list(floatFormat)],
  [1022, list(floatFormat)],
  [1231, list(integerDecimalFormat)],
  [1115, list(textFormat)],
  [1182, list(textFormat)],
  [1185, list(textFormat)],
  [1009, list(textFormat)],
  [1014, list(textFormat)],
  [1015, list(textFormat)],
  [2951, list(textFormat)],
])

/** Returns the conversion of a type by its object id; unknown types are text as printed by the server. */
export function cellOf(type: number, allDigits = false): Cell {
  return allDigits && (type === DECIMAL || type === EXACT_DECIMAL) ? digitsFormat : (cells.get(type) ?? textFormat)
}
