import type { AdvancedType, Range } from './advanced-type.ts'
import { internetAddress } from './internet-address.ts'
import type { OperatorId } from './operators.ts'
import { port } from './port.ts'

/** Every advanced type there is. */
export const advancedTypes: readonly AdvancedType[] = [internetAddress, port]

/** The advanced type of this name. */
export function advancedTypeNamed(name: string | null | undefined): AdvancedType | undefined {
  return advancedTypes.find((type) => type.name === name)
}

/** What values stand for: their numbers, or why one of them stands for none. */
export function readAdvanced(
  type: AdvancedType,
  values: readonly unknown[],
): { readonly ranges: readonly Range[]; readonly error: string } {
  const ranges: Range[] = []
  for (const value of values) {
    const found = type.read(String(value).trim())
    if ('error' in found) return { ranges, error: found.error }
    ranges.push(...found)
  }
  return { ranges, error: '' }
}

type Wire = number | string

/** A number as JSON carries it: digits where it would lose some. */
function toWire(value: bigint): Wire {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

/** What the conversion of values answers with. */
export interface Converted {
  readonly values: readonly (Wire | { readonly start: Wire; readonly end: Wire })[]
  /** Empty when every value could be read. */
  readonly error_message: string
  readonly display_value: string
  readonly valid_filter_operators: readonly OperatorId[]
}

/** Converts values; one empty text stands for no value yet. */
export function convert(type: AdvancedType, values: readonly unknown[]): Converted {
  const valid_filter_operators = type.operators
  if (values.length === 1 && values[0] === '')
    return { values: [''], error_message: '', display_value: '', valid_filter_operators }
  const { ranges, error } = readAdvanced(type, values)
  const shown = ranges.map(({ start, end }) => (start === end ? String(start) : `${start} - ${end}`))
  return {
    values: ranges.map(({ start, end }) =>
      start === end ? toWire(start) : { start: toWire(start), end: toWire(end) },
    ),
    error_message: error,
    display_value: error === '' ? shown.join(', ') : '',
    valid_filter_operators,
  }
}
