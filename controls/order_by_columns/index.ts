import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { listOf } from '#core/form/query-fields.ts'

/** Formats a sort column as saved: the JSON text of `[column, ascending]`. */
export function printOrder(column: string, ascending: boolean): string {
  return JSON.stringify([column, ascending])
}

/** Parses the output of `printOrder`; undefined for anything else. */
export function parseOrder(text: unknown): readonly [string, boolean] | undefined {
  try {
    const pair: unknown = typeof text === 'string' ? JSON.parse(text) : text
    if (Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'boolean') return [pair[0], pair[1]]
  } catch {
    return undefined
  }
  return undefined
}

/** The order of raw rows: a list of `[column, ascending]` as JSON text. */
export const order_by_columns: ControlType<readonly string[]> = {
  type: 'order_by_columns',
  parse(raw) {
    if (raw === undefined) return undefined
    const pairs = listOf<unknown>(raw)
      .map(parseOrder)
      .filter((each) => each !== undefined)
    return pairs.map(([name, ascending]) => printOrder(name, ascending))
  },
  check: (value, control) => validationMessages(value, control),
  examples: (_, { dataset }) => dataset.columns.map(({ column_name }) => [printOrder(column_name, false)]),
}
