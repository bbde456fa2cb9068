import { type CellObject, SSF } from '@e965/xlsx'

/** The text of a cell with an error, such as a division by zero: a missing value in number columns. */
const ERROR_TEXT = '#N/A'

const two = (number: number): string => String(number).padStart(2, '0')

/** True if a cell is text that reads as a number. */
export function isNumberText({ t, v }: CellObject): boolean {
  return t === 's' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(String(v))
}

/** Returns a cell as a field of CSV. Text is always quoted; dates are written as ISO dates. */
export function cellText(cell: CellObject, is1904: boolean): string {
  const { t, v, z } = cell
  if (t === 'e') return ERROR_TEXT
  if (t === 'b') return v === true ? 'true' : 'false'
  if (t === 'n') {
    const number = Number(v)
    return typeof z === 'string' && SSF.is_date(z) ? (dateText(number, z, is1904) ?? String(number)) : String(number)
  }
  return `"${String(v).replaceAll('"', '""')}"`
}

/** Returns the text of a serial date: a date, a date and time, or a time of day; undefined if it is none of them. */
function dateText(serial: number, format: string, date1904: boolean): string | undefined {
  // Durations such as [h]:mm can exceed a day.
  if (serial >= 1 && /\[[hms]+\]/i.test(format)) return undefined
  const date = SSF.parse_date_code(serial, { date1904 }) as
    | { y: number; m: number; d: number; H: number; M: number; S: number }
    | null
    | undefined
  if (!date) return undefined
  const time = `${two(date.H)}:${two(date.M)}:${two(Math.floor(date.S))}`
  if (serial < 1 && !date1904) return time
  const day = `${String(date.y).padStart(4, '0')}-${two(date.m)}-${two(date.d)}`
  return time === '00:00:00' ? day : `${day} ${time}`
}
