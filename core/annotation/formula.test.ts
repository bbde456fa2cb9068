import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFormulaError, parseFormula } from './formula.ts'

function value(text: string, x = 2): number | null {
  const formula = parseFormula(text)
  if (isFormulaError(formula)) throw new Error(formula.message)
  return formula(x)
}

describe('formulas of time', () => {
  it.each<[string, number | null]>([
    ['1', 1],
    ['.5', 0.5],
    ['1e9', 1e9],
    ['2.5E-1', 0.25],
    ['x', 2],
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['7 - 2 - 1', 4],
    ['8 / 4 / 2', 1],
    ['7 % 4', 3],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['--x', 2],
    ['3x', 6],
    ['2(x + 1)', 6],
    ['(x)(x)', 4],
    ['2 x ^ 2', 8],
    ['x - 1', 1],
    ['x -1', 1],
    ['pi', Math.PI],
    ['E', Math.E],
    ['sin(0)', 0],
    ['cos(0) + tan(0)', 1],
    ['exp(0)', 1],
    ['ln(e)', 1],
    ['log(e)', 1],
    ['log(8, 2)', 3],
    ['sqrt(x * 8)', 4],
    ['abs(-3)', 3],
    ['pow(2, 10)', 1024],
    ['min(3, x, 5)', 2],
    ['max(3, x)', 3],
    ['floor(1.7) + ceil(1.2) + round(1.5)', 5],
    ['y = 2 * x', 4],
    ['f(x) = x + 1', 3],
    ['1 / 0', null],
    ['sqrt(-1)', null],
    ['sin(x/1e9)*100', Math.sin(2 / 1e9) * 100],
  ])('%s', (text, expected) => {
    expect(value(text)).toEqual(expected === null ? null : expect.closeTo(expected, 12))
  })

  it.each<[string, string, number]>([
    ['', 'The formula is empty', 0],
    ['  ', 'The formula is empty', 2],
    ['1 +', 'The formula ends too early', 3],
    ['(1', 'The formula ends too early', 2],
    ['1)', 'Unexpected ) at position 2', 1],
    ['1 ** 2', 'Unexpected * at position 4', 3],
    ['z + 1', 'z is not known in formulas', 0],
    ['sin x', 'Unexpected x at position 5', 4],
    ['pow(1)', 'pow does not take 1 values', 0],
    ['constructor("return 1")', 'constructor is not known in formulas', 0],
    ['x.y', 'Unexpected . at position 2', 1],
    ['x;alert(1)', 'Unexpected ; at position 2', 1],
    ['__proto__', 'Unexpected _ at position 1', 0],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, 'The formula is nested too deeply', 51],
    ['1'.repeat(1001), 'The formula is too long', 1000],
  ])('%j is invalid', (text, message, at) => {
    expect(parseFormula(text)).toEqual({ kind: 'fault', message, at })
  })

  it('parses any text as a formula or an error without running code', () => {
    const piece = fc.constantFrom(
      'x',
      '1',
      '(',
      ')',
      '+',
      '-',
      '*',
      '^',
      ',',
      'sin',
      'pow',
      ' ',
      'e',
      '.',
      'globalThis',
      '[0]',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.double({ noNaN: true }), (pieces, x) => {
        const formula = parseFormula(pieces.join(''))
        if (isFormulaError(formula)) {
          expect(formula.message).not.toBe('')
          return
        }
        const found = formula(x)
        expect(found === null || Number.isFinite(found)).toBe(true)
      }),
      { seed: 7 },
    )
  })

  it('adds, subtracts and multiplies as JavaScript does', () => {
    const number = fc.integer({ min: 0, max: 1000 })
    fc.assert(
      fc.property(number, number, number, number, (a, b, c, x) => {
        expect(value(`${a} + ${b} * x - ${c} * (x + ${a})`, x)).toBe(a + b * x - c * (x + a))
      }),
      { seed: 7 },
    )
  })
})
