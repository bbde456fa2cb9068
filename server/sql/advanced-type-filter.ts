import type { Range } from '#core/filter/advanced-type.ts'
import type { ComparisonSign, Expr } from './tree.ts'

type Test = (of: Expr, ranges: readonly Range[]) => Expr | undefined

/** Returns the number for the driver; as digits if a number would lose precision. */
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

function isWithinRange(of: Expr, { start, end }: Range): Expr {
  if (start === end) return compare(of, '=', start)
  return { kind: 'all', of: [compare(of, '>=', start), compare(of, '<=', end)] }
}

const isInRanges: Test = (of, ranges) => ({ kind: 'any', of: ranges.map((range) => isWithinRange(of, range)) })
const not =
  (test: Test): Test =>
  (of, ranges) => {
    const found = test(of, ranges)
    return found && { kind: 'not', of: found }
  }

/** Comparison with one end of the first range. */
const isBeyondRange =
  (op: ComparisonSign, side: keyof Range): Test =>
  (of, [range]) =>
    range && compare(of, op, range[side])

/**
 * The meaning of operators for numbers and ranges of numbers. A range is greater than another value if all of it is
 * greater; other operators compare as usual.
 */
export const ADVANCED_TYPE_OPERATORS: Readonly<Record<string, Test>> = {
  '==': isInRanges,
  '=': isInRanges,
  IN: isInRanges,
  '!=': not(isInRanges),
  '<>': not(isInRanges),
  'NOT IN': not(isInRanges),
  '>': isBeyondRange('>', 'end'),
  '>=': isBeyondRange('>=', 'start'),
  '<': isBeyondRange('<', 'start'),
  '<=': isBeyondRange('<=', 'end'),
}
