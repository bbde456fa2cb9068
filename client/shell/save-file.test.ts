import { expect, it } from 'vitest'
import { fileName } from '#client/shell/save-file.ts'

it.each([
  ['Flights by day', 'csv', 'Flights by day.csv'],
  ['a/b: "c"?\n', 'csv', 'a_b_ _c__.csv'],
  ['  ', 'json', 'chart.json'],
  ['✈'.repeat(200), 'csv', `${'✈'.repeat(120)}.csv`],
])('the file name of %j', (title, ending, name) => {
  expect(fileName(title, ending)).toBe(name)
})
