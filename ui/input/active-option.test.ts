import { describe, expect, it } from 'vitest'
import { nextActiveOption, activeByLetter } from './active-option.ts'

describe('moving through a list of options', () => {
  it.each([
    ['ArrowDown', -1, 5, 0],
    ['ArrowDown', 4, 5, 0],
    ['ArrowUp', 0, 5, 4],
    ['ArrowUp', -1, 5, 4],
    ['PageDown', 0, 20, 8],
    ['PageDown', 18, 20, 19],
    ['PageUp', 3, 20, 0],
    ['Home', 9, 20, 0],
    ['End', 0, 20, 19],
    ['ArrowDown', -1, 0, undefined],
    ['x', 0, 5, undefined],
  ])('the key %s from %i of %i leads to %s', (key, active, count, next) => {
    expect(nextActiveOption(key, active, count)).toBe(next)
  })

  it.each([
    ['m', -1, 0],
    ['m', 0, 2],
    ['m', 2, 0],
    ['é', -1, 3],
    ['z', 0, undefined],
    [' ', 0, undefined],
    ['Enter', 0, undefined],
  ])('the letter %j after %i selects %s', (letter, active, next) => {
    expect(activeByLetter(letter, active, ['Morning', 'Night', 'Midday', 'Evening'])).toBe(next)
  })
})
