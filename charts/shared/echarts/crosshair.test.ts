import { expect, it } from 'vitest'
import { instantOf, joinCrosshair } from './crosshair.ts'

it('marks the hovered instant of a chart on all others until the pointer leaves', () => {
  const marked: (readonly [string, number | null])[] = []
  const join = (name: string) => joinCrosshair((at) => marked.push([name, at]))
  const [a, b, c] = [join('a'), join('b'), join('c')]
  a.point(5)
  expect(marked).toEqual([
    ['b', 5],
    ['c', 5],
  ])
  marked.length = 0
  c.leave()
  expect(marked).toEqual([
    ['a', null],
    ['b', null],
  ])
  marked.length = 0
  b.point(7)
  expect(marked).toEqual([['a', 7]])
  a.leave()
  b.leave()
})

it('the instant of an event is that of its x axis; there is none once the pointer has left', () => {
  expect(
    instantOf({
      axesInfo: [
        { axisDim: 'y', value: 1 },
        { axisDim: 'x', value: 981_000_000_000 },
      ],
    }),
  ).toBe(981_000_000_000)
  for (const event of [{}, { axesInfo: [] }, { axesInfo: [{ axisDim: 'x', value: 'a' }] }])
    expect(instantOf(event)).toBeNull()
})
