import type { Range } from '#core/filter/advanced-type.ts'
import type { ComparisonSign, Expr } from './tree.ts'

type Test = (of: Expr, ranges: readonly Range[]) => Expr | undefined

/** The number for the driver; digits where a number would lose some. */
function bound(value: bigint): Expr {
  const number = Number(value)
  return { kind: 'bind', value: Number.isSafeInteger(number) ? number : String(value) }
}

const compare = (left: Expr, op: ComparisonSign, value: bigint): Expr => ({
  kind: 'compare',
  op,
  left,
  right: bound(value),
})

function within(of: Expr, { start, end }: Range): Expr {
  if (start === end) return compare(of, '=', start)
  return { kind: 'all', of: [compare(of, '>=', start), compare(of, '<=', end)] }
}

const among: Test = (of, ranges) => ({ kind: 'any', of: ranges.map((range) => within(of, range)) })
const not =
  (test: Test): Test =>
  (of, ranges) => {
    const found = test(of, ranges)
    return found && { kind: 'not', of: found }
  }

/** One side of the first range. */
const beyond =
  (op: ComparisonSign, side: keyof Range): Test =>
  (of, [range]) =>
    range && compare(of, op, range[side])

/**
 * What an operator means for numbers and ranges of numbers. A range is greater than another value when all of it is; an
 * operator that is not here compares as usual.
 */
export const ADVANCED: Readonly<Record<string, Test>> = {
  '==': among,
  '=': among,
  IN: among,
  '!=': not(among),
  '<>': not(among),
  'NOT IN': not(among),
  '>': beyond('>', 'end'),
  '>=': beyond('>=', 'start'),
  '<': beyond('<', 'start'),
  '<=': beyond('<=', 'end'),
}
