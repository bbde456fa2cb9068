import { parseColor, type Rgba } from './rgb.ts'

/** The operators of conditional formats in the order offered. `None` colours every value on a gradient. */
export const conditionOperators = ['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'] as const

export type ConditionOperator = (typeof conditionOperators)[number]

/** The colours of conditional formats: the stored hex text and the displayed name. */
export const conditionColors = [
  { value: '#ACE1C4', label: 'green' },
  { value: '#FDE380', label: 'yellow' },
  { value: '#EFA1AA', label: 'red' },
] as const

/** One conditional format. Operators with two bounds use the left and right targets, `None` uses no target. */
export interface ConditionRule {
  readonly column?: string
  readonly operator?: ConditionOperator
  readonly targetValue?: number
  readonly targetValueLeft?: number
  readonly targetValueRight?: number
  readonly colorScheme?: string
}

/** Returns how many targets an operator compares with. */
export function targetsOf(operator: ConditionOperator | undefined): 0 | 1 | 2 {
  if (operator === undefined || operator === 'None') return 0
  return operator.includes('x') ? 2 : 1
}

/** True if a rule has everything needed to draw it, and the left target is below the right one. */
export function isCompleteRule(rule: ConditionRule): boolean {
  if (!rule.column || rule.operator === undefined || !rule.colorScheme) return false
  const targets = targetsOf(rule.operator)
  if (targets === 1) return rule.targetValue !== undefined
  const { targetValueLeft: left, targetValueRight: right } = rule
  return targets === 0 || (left !== undefined && right !== undefined && left < right)
}

const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return isFiniteNumber(number) ? number : undefined
}

/** Reads a stored rule of any age and omits its invalid parts. Returns undefined if no part is valid. */
export function readRule(stored: unknown): ConditionRule | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  const raw = stored as Readonly<Record<string, unknown>>
  const rule = {
    column: typeof raw['column'] === 'string' && raw['column'] !== '' ? raw['column'] : undefined,
    operator: conditionOperators.find((each) => each === raw['operator']),
    targetValue: numberOf(raw['targetValue']),
    targetValueLeft: numberOf(raw['targetValueLeft']),
    targetValueRight: numberOf(raw['targetValueRight']),
    colorScheme:
      typeof raw['colorScheme'] === 'string' && parseColor(raw['colorScheme']) ? raw['colorScheme'] : undefined,
  }
  const definedEntries = Object.entries(rule).filter(([, value]) => value !== undefined)
  return definedEntries.length === 0 ? undefined : (Object.fromEntries(definedEntries) as ConditionRule)
}

/** The intensity of the value nearest to a target. Without a target, intensity starts at 0. */
const LEAST = 0.05

/**
 * Returns the two bounds between which intensity grows, from weak to strong; undefined if the rule does not match the
 * value.
 */
function reachOf(rule: ConditionRule, value: number, low: number, high: number): readonly [number, number] | undefined {
  const target = rule.targetValue ?? 0
  const left = rule.targetValueLeft ?? 0
  const right = rule.targetValueRight ?? 0
  const between = [left, right] as const
  switch (rule.operator) {
    case 'None':
      return [low, high]
    case '>':
      return value > target ? [target, high] : undefined
    case '≥':
      return value >= target ? [target, high] : undefined
    case '<':
      return value < target ? [target, low] : undefined
    case '≤':
      return value <= target ? [target, low] : undefined
    case '=':
      return value === target ? [target, target] : undefined
    case '≠':
      return value !== target ? [target, target - low > high - target ? low : high] : undefined
    case '< x <':
      return left < value && value < right ? between : undefined
    case '≤ x ≤':
      return left <= value && value <= right ? between : undefined
    case '≤ x <':
      return left <= value && value < right ? between : undefined
    case '< x ≤':
      return left < value && value <= right ? between : undefined
    default:
      return undefined
  }
}

/**
 * Returns how strongly a rule colours a value of a column whose values range from `low` to `high`, both inclusive. It
 * grows with the distance from the target, from 0.05 to 1 (from 0 for `None`); with two targets it grows from left to
 * right. Returns undefined if the rule does not match.
 */
export function intensityOf(rule: ConditionRule, value: number, low: number, high: number): number | undefined {
  const reach = reachOf(rule, value, low, high)
  if (!reach) return undefined
  const [from, to] = reach
  if (from === to) return 1
  const least = rule.operator === 'None' ? 0 : LEAST
  const share = Math.min(1, Math.abs((value - from) / (to - from)))
  return least + (1 - least) * share
}

/** Returns the background of a value by the last rule that matches it; undefined if none does. */
export function conditionColor(
  rules: readonly ConditionRule[],
  value: number,
  low: number,
  high: number,
): Rgba | undefined {
  for (const rule of rules.toReversed()) {
    const intensity = intensityOf(rule, value, low, high)
    const color = intensity === undefined ? undefined : parseColor(rule.colorScheme ?? '')
    if (color && intensity !== undefined) return { ...color, a: Math.round(intensity * 100) / 100 }
  }
  return undefined
}
