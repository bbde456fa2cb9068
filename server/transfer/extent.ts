import { bounds, requireWithin } from '#core/rest/bounds.ts'

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * How many lists and mappings lie in each other, without recursion; counted no further than one above the bound. What
 * stands at one level more than once, as aliases have it, is gone into once.
 */
function depthOf(value: unknown): number {
  let level = new Set([value])
  for (let depth = 0; depth <= bounds['yaml-depth'].most; depth++) {
    level = new Set([...level].flatMap((each) => (isHolder(each) ? Object.values(each) : [])))
    if (level.size === 0) return depth
  }
  return bounds['yaml-depth'].most + 1
}

/** Throws `bound-passed` where lists and mappings lie in each other deeper than those of a YAML file may. */
export function requireShallow(value: unknown): void {
  requireWithin('yaml-depth', depthOf(value))
}

/**
 * About the letters a value has when it is written out, each alias as what it stands for: one for a list, a mapping and
 * what is no text. The value has to be shallow.
 */
export function lettersOf(value: unknown): number {
  return counted(value, new Map())
}

function counted(value: unknown, known: Map<object, number>): number {
  if (typeof value === 'string') return value.length
  if (!isHolder(value)) return 1
  const before = known.get(value)
  if (before !== undefined) return before
  let sum = 1
  if (Array.isArray(value)) for (const each of value) sum += counted(each, known)
  else for (const [name, each] of Object.entries(value)) sum += name.length + counted(each, known)
  known.set(value, sum)
  return sum
}
