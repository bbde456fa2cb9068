import { expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'

const base = `SELECT SUM(levenshtein(repeat("origin", 3000), 'x')) AS "a" FROM "flights" WHERE n > 5 LIMIT 10`

it.each([
  ['numbers', `SELECT SUM(levenshtein(repeat("origin", 1_000.5e3), 'x')) AS "a" FROM "flights" WHERE n > .5 LIMIT 7`],
  ['texts', `SELECT SUM(levenshtein(repeat("origin", 3000), 'it''s')) AS "a" FROM "flights" WHERE n > 5 LIMIT 10`],
  ['labels', `SELECT SUM(levenshtein(repeat("origin", 3000), 'x')) AS other FROM "flights" WHERE n > 5 LIMIT 10`],
  ['bound values', `SELECT SUM(levenshtein(repeat("origin", $1), $2)) AS "a" FROM "flights" WHERE n > $3 LIMIT 10`],
  ['case', `select sum(LEVENSHTEIN(Repeat("origin", 3000), 'x')) as "a" from "flights" where N > 5 limit 10`],
  ['spaces', `SELECT\nSUM( levenshtein (repeat("origin",3000),'x') )  AS "a" FROM "flights" WHERE n>5 LIMIT 10`],
  [
    'comments',
    `SELECT SUM(levenshtein(repeat("origin", /* 7 */ 3000), 'x')) AS "a" FROM "flights" WHERE n > 5 -- z\nLIMIT 10`,
  ],
])('the fingerprint is the same for other %s', (_, text) => {
  expect(fingerprint(text)).toBe(fingerprint(base))
})

it.each([
  ['columns', base.replace('"origin"', '"destination"')],
  ['functions', base.replace('repeat', 'lpad')],
  ['tables', base.replace('"flights"', '"Flights"')],
  ['structure', base.replace('n > 5', 'n > 5 + 5')],
])('differs for other %s', (_, text) => {
  expect(fingerprint(text)).not.toBe(fingerprint(base))
})

it('keeps the text between AS and a bracket', () => {
  expect(fingerprint('WITH x AS MATERIALIZED (SELECT 1)')).not.toBe(fingerprint('WITH x AS (SELECT 1)'))
})
