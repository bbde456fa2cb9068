import { describe, expect, it } from 'vitest'
import { rangeHelp } from './range-help.ts'
import { previewOf, sideError } from './preview.ts'

const now = Date.UTC(2001, 6, 1, 12)

it('the help gives an example of every function of the language', () => {
  for (const line of rangeHelp().split('\n').slice(1)) {
    const [example = ''] = line.split(' — ')
    expect(previewOf(`${example} : `, now), example).toMatchObject({ isValid: true })
  }
})

describe('errors in one end of a range', () => {
  it.each([
    ['Smarch : 2001-01-01', 'start'],
    ['2001-01-01 : Smarch', 'end'],
  ])('reports the error of %s at its %s', (range, side) => {
    const fault = sideError(range, now)
    expect(fault).toMatchObject({ side, message: 'Cannot parse time string [Smarch]' })
    expect(fault?.offer).toBeUndefined()
  })

  it('a correction of a misspelled word is offered, and the rest of the range does not change', () => {
    expect(sideError('2001-01-01 : DATEADD(DATETIME("now"), 1, moons)', now)?.offer).toEqual({
      word: 'month',
      range: '2001-01-01 : DATEADD(DATETIME("now"), 1, month)',
    })
  })

  it.each(['', ' : ', '2001-01-01 : ', 'Last week'])('reports no error for %j', (range) => {
    expect(sideError(range, now)).toBeUndefined()
  })
})
