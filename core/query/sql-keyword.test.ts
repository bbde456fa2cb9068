import { expect, it } from 'vitest'
import { isKeyword } from './sql-keyword.ts'

/** Returns the words of an expression that are keywords. */
const keywords = (sql: string) =>
  [...sql.matchAll(/"[^"]*"|'[^']*'|[a-z_]\w*/gi)]
    .filter(({ 0: token, index: at }) => !token.startsWith("'") && isKeyword({ sql, token, at }))
    .map(([token]) => token)

it.each([
  ["max(date) > DATE '2024-01-01'", ['DATE']],
  ['min(CAST(date AS date))', ['CAST', 'AS', 'date']],
  ['min(date::date) - min(time::timestamp with time zone)', ['date', 'timestamp', 'with', 'time', 'zone']],
  ['max(EXTRACT(year FROM year))', ['year', 'FROM']],
  ["max(day + INTERVAL '1' DAY)", ['INTERVAL', 'DAY']],
  ['max(day + INTERVAL 1 DAY)', ['INTERVAL', 'DAY']],
  ["min(time AT TIME ZONE 'UTC')", ['AT', 'TIME', 'ZONE']],
  ['sum(CASE WHEN "end" THEN 1 ELSE amount END)', ['CASE', 'WHEN', 'THEN', 'ELSE', 'END']],
  ['count(TRUE)', ['TRUE']],
  ['count("true") + sum(row) + sum(first)', []],
  ['list(name ORDER BY last NULLS LAST)', ['ORDER', 'BY', 'NULLS', 'LAST']],
  ['sum(a) / sum(date) AND sum(b)', ['AND']],
  ['price BETWEEN 1 AND 5', ['BETWEEN', 'AND']],
  ['sum(a) OVER (ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING)', ['ROWS', 'BETWEEN', 'PRECEDING', 'AND', 'FOLLOWING']],
])('%s has the keywords %j', (sql, expected) => {
  expect(keywords(sql)).toEqual(expected)
})
