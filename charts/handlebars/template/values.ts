import type { Literal } from './tree.ts'

/** Own entries alone: nothing a prototype has can be named by a template. */
export function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder === 'string') return key === 'length' ? holder.length : undefined
  if (typeof holder !== 'object' || holder === null) return undefined
  return Object.hasOwn(holder, key) ? (holder as Readonly<Record<string, unknown>>)[key] : undefined
}

/** Whether the language takes a value for nothing: everything but 0 that is false, and empty lists. */
export function isNothing(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : !value && value !== 0
}

const OBJECT = '[object Object]'

/** A value as it is written: nothing for null, entries with commas for lists. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(written).join(',')
  if (typeof value === 'object') return OBJECT
  const plain = value as string | number | boolean | bigint
  return String(plain)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
}

/** Text that stands for itself in HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"'`=]/g, (each) => entities[each] ?? each)

/** The value of a literal. */
export const literal = ({ type, value }: Literal): unknown => (type === 'NullLiteral' ? null : value)
