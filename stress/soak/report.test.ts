import { expect, it } from 'vitest'
import { Record } from './record.ts'
import { report } from './report.ts'

it('the report has a line for each actor, then the rejection codes, then the first ten faults', () => {
  const record = new Record()
  Object.assign(record.of('readers'), { calls: 12, answered: 9, longest: 31.4 })
  record.refused('readers', 'unavailable')
  record.refused('readers', 'unavailable')
  for (let count = 1; count <= 12; count++) record.fault('readers', 'wrong count', `number ${count}`)
  const lines = report('Here', record).split('\n')
  expect(lines.slice(0, 4)).toEqual([
    'Here',
    'actor    calls  answered  refused by name  left  faults  longest ms',
    'readers     12         9                2     0      12          31',
    'readers refused: unavailable 2',
  ])
  expect(lines).toHaveLength(14)
  expect(lines[4]).toMatch(/^FAULT wrong count \(readers, 0\.\d s\): number 1$/)
  expect(record.faultCount).toBe(12)
})
