import { dateText } from './date-text.ts'
import { HandlebarsTemplateError } from './run.ts'
import { isEmptyValue, ownValue, templateText } from './values.ts'
import { toInstant } from '#charts/shared/cell.ts'

/** Computes a value from positional and named arguments. */
type Helper = (given: readonly unknown[], hash: Readonly<Record<string, unknown>>) => unknown

/** Compares two values: numbers and numeric texts as numbers, others as text. */
function order(a: unknown, b: unknown): number {
  const [left, right] = [a, b].map((each) => (typeof each === 'object' ? Number.NaN : each)) as [string, string]
  return left < right ? -1 : left > right ? 1 : left === right || Number(left) === Number(right) ? 0 : Number.NaN
}

const DEFAULT_DATE = 'YYYY-MM-DD'

function dateFormat([value]: readonly unknown[], hash: Readonly<Record<string, unknown>>): string {
  if (value === null || value === undefined) return ''
  const instant = typeof value === 'number' || typeof value === 'string' ? toInstant(value) : null
  const isDate = instant !== null && !Number.isNaN(new Date(instant).getTime())
  return isDate ? dateText(instant, templateText(hash['format']) || DEFAULT_DATE) : 'Invalid date'
}

function stringify(given: readonly unknown[]): string {
  if (given.length === 0)
    throw new HandlebarsTemplateError('%s needs a value, as in %s', 'stringify', '{{stringify this}}')
  return JSON.stringify(given[0]) ?? ''
}

function formatNumber([value, locale]: readonly unknown[]): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number)) return templateText(value)
  try {
    return number.toLocaleString(typeof locale === 'string' ? locale : 'en-US')
  } catch {
    // Not a valid locale.
    return number.toLocaleString('en-US')
  }
}

function parseJson([text]: readonly unknown[]): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new HandlebarsTemplateError('%s: the argument is not valid JSON', 'parseJson')
  }
}

const compareWith =
  (holds: (order: number) => boolean): Helper =>
  ([a, b]) =>
    holds(order(a, b))

/** The helpers by name: built-in ones, documented ones and those for conditions. */
export const helpers: ReadonlyMap<string, Helper> = new Map<string, Helper>([
  ['lookup', ([holder, key]) => (typeof key === 'object' ? undefined : ownValue(holder, templateText(key)))],
  ['log', () => ''],
  ['dateFormat', dateFormat],
  ['stringify', stringify],
  ['formatNumber', formatNumber],
  ['parseJson', parseJson],
  ['eq', ([a, b]) => a === b],
  ['neq', ([a, b]) => a !== b],
  ['lt', compareWith((found) => found < 0)],
  ['lte', compareWith((found) => found <= 0)],
  ['gt', compareWith((found) => found > 0)],
  ['gte', compareWith((found) => found >= 0)],
  ['and', (given) => given.every(Boolean)],
  ['or', (given) => given.some(Boolean)],
  ['not', ([value]) => !value],
  ['ifx', ([condition, yes, no]) => (condition ? yes : (no ?? ''))],
  ['coalesce', (given) => given.find(Boolean) ?? given.at(-1)],
  ['includes', ([list, value]) => Array.isArray(list) && list.includes(value)],
  ['empty', ([list]) => !Array.isArray(list) || isEmptyValue(list)],
  ['count', ([list]) => Array.isArray(list) && list.length],
])
