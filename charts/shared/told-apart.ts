import { formatNumber } from '#core/format/number.ts'

/** A number as it is told beside others. */
export interface Told {
  readonly value: number
  readonly text: string
}

/** A plain number, in parts of a hundred or with the letter of a power; a unit of money is none of ours to print. */
const PLAIN = /^[-−]?[\d,.]+(\s?[kMGTP])?(%?)$/
const MOST_DIGITS = 12

/**
 * The rows with as many digits as tell them apart: where different values have one text, all of that text are printed
 * anew. Formats round for an axis; who points at a mark compares.
 */
export function toldApart<Row extends Told>(rows: readonly Row[]): readonly Row[] {
  const values = new Map<string, Set<number>>()
  for (const { text, value } of rows) values.set(text, (values.get(text) ?? new Set()).add(value))
  return rows.map((row) => {
    const alike = [...(values.get(row.text) ?? [])]
    const [, , percent] = PLAIN.exec(row.text) ?? []
    if (alike.length < 2 || percent === undefined) return row
    return { ...row, text: printed(row.value, percent, digitsFor(alike, percent)) }
  })
}

function digitsFor(values: readonly number[], percent: string): number {
  for (let digits = 3; digits < MOST_DIGITS; digits++) {
    if (new Set(values.map((value) => printed(value, percent, digits))).size === values.length) return digits
  }
  return MOST_DIGITS
}

function printed(value: number, percent: string, digits: number): string {
  return formatNumber(percent === '%' ? `,.${digits}~p` : `,.${digits}~r`, value)
}
