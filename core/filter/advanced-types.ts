import { type AdvancedType, type Range, singleValueRange, orderedOperators } from './advanced-type.ts'
import { internetAddress } from './internet-address.ts'
import type { OperatorId } from './operators.ts'

/** Ports by the service names registered at IANA. */
const services: Readonly<Record<string, readonly number[]>> = {
  ftp: [20, 21],
  ssh: [22],
  telnet: [23],
  smtp: [25],
  http: [80],
  kerberos: [88],
  pop3: [110],
  nntp: [119],
  ntp: [123],
  imap2: [143],
  snmp: [161],
  ldap: [389],
  https: [443],
  submissions: [465],
  nntps: [563],
  ldaps: [636],
  'kerberos-adm': [749],
  ftps: [989, 990],
  telnets: [992],
  imaps: [993],
  pop3s: [995],
}

const MAX_PORT = 65_535

function readPorts(text: string): readonly Range[] | { readonly error: string } {
  const service = Object.hasOwn(services, text.toLowerCase()) ? services[text.toLowerCase()] : undefined
  const numbers = service ?? (/^\d{1,5}$/.test(text) ? [Number(text)] : [])
  if (numbers.length === 0 || numbers.some((number) => number < 1 || number > MAX_PORT))
    return { error: `'${text}' does not appear to be a port name or number` }
  return numbers.map((number) => singleValueRange(BigInt(number)))
}

/** Ports of internet protocols, by number or service name. */
const port: AdvancedType = { name: 'port', operators: orderedOperators, read: readPorts }

export const advancedTypes: readonly AdvancedType[] = [internetAddress, port]

/** Returns the advanced type with this name. */
export function advancedTypeNamed(name: string | null | undefined): AdvancedType | undefined {
  return advancedTypes.find((type) => type.name === name)
}

/** Returns the numbers of the values, or why one of them is invalid. */
export function parseAdvancedValues(
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

/** Returns a number for JSON: a string of digits if a JSON number would lose precision. */
function toWire(value: bigint): Wire {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

/** The response of a value conversion. */
export interface ConvertedValue {
  readonly values: readonly (Wire | { readonly start: Wire; readonly end: Wire })[]
  /** Empty if every value is valid. */
  readonly error_message: string
  readonly display_value: string
  readonly valid_filter_operators: readonly OperatorId[]
}

/** Converts values; a single empty text means that there is no value yet. */
export function convertValues(type: AdvancedType, values: readonly unknown[]): ConvertedValue {
  const valid_filter_operators = type.operators
  if (values.length === 1 && values[0] === '')
    return { values: [''], error_message: '', display_value: '', valid_filter_operators }
  const { ranges, error } = parseAdvancedValues(type, values)
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
