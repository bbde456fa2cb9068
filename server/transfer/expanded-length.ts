import { bounds, requireWithin } from '#core/rest/bounds.ts'

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Returns the nesting depth of lists and mappings, without recursion, counted up to one above the limit. A value that
 * occurs several times at one level, through aliases, is visited once.
 */
function depthOf(value: unknown): number {
  let level = new Set([value])
  for (let depth = 0; depth <= bounds['yaml-depth'].most; depth++) {
    level = new Set([...level].flatMap((each) => (isHolder(each) ? Object.values(each) : [])))
    if (level.size === 0) return depth
  }
  return bounds['yaml-depth'].most + 1
}

/** Throws `bound-passed` if lists and mappings are nested deeper than a YAML file may be. */
export function requireShallow(value: unknown): void {
  requireWithin('yaml-depth', depthOf(value))
}

/**
 * Returns the approximate characters of a value with all aliases expanded; a list, a mapping and anything but text
 * counts one. The value must pass `requireShallow`.
 */
export function expandedLength(value: unknown): number {
  return countLength(value, new Map())
}

function countLength(value: unknown, known: Map<object, number>): number {
  if (typeof value === 'string') return value.length
  if (!isHolder(value)) return 1
  const before = known.get(value)
  if (before !== undefined) return before
  let sum = 1
  if (Array.isArray(value)) for (const each of value) sum += countLength(each, known)
  else for (const [name, each] of Object.entries(value)) sum += name.length + countLength(each, known)
  known.set(value, sum)
  return sum
}
