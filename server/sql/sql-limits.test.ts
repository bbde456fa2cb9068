import { expect, it } from 'vitest'
import { ansi } from '#server/engines/ansi.ts'
import type { Inspection } from '#server/engines/engine.ts'
import { bracketError, depthOf } from './brackets.ts'
import { Guard } from './guard.ts'
import { Inspections } from './inspection-cache.ts'
import { checkLength, CLAUSE_BYTES, MAX_DEPTH, MAX_REMARKS, MAX_TABLES, MAX_CLAUSE_BYTES } from './sql-limits.ts'

const nothing: Inspection = {
  ok: true,
  statements: 1,
  expression: true,
  subqueries: false,
  placeholders: false,
  calls: [],
  tables: [],
  unsupportedElements: [],
}

const nowhere = { narrow: async () => undefined, homes: async () => [], foreign: async () => [] }

/** Returns a guard whose database accepts everything, and the texts it was given. */
function guardOf(found: Inspection = nothing): { guard: Guard; read: string[] } {
  const read: string[] = []
  const inspect = async (text: string) => {
    read.push(text)
    return found
  }
  const grammar = { ...nowhere, inspect }
  return { guard: new Guard({ grammar, shape: async () => [] }, ansi), read }
}

const codeOf = async (work: Promise<unknown>) => {
  try {
    await work
    return 'passed'
  } catch (error) {
    return (error as { readonly code?: string }).code
  }
}

it.each([
  ['a clause of as many bytes as the limit', 'a'.repeat(CLAUSE_BYTES), 'passed'],
  ['one byte more', 'a'.repeat(CLAUSE_BYTES + 1), 'sql-long'],
  ['fewer letters of more bytes', 'é'.repeat(CLAUSE_BYTES / 2 + 1), 'sql-long'],
  ['nested comments', '/*'.repeat(MAX_REMARKS + 1), 'sql-remarks'],
  ['ends of comments that begin others', '*/'.repeat(MAX_REMARKS + 2), 'sql-remarks'],
  ['such ends between characters that look like quotes', `E'\\'' ${'/*'.repeat(MAX_REMARKS + 1)} '`, 'sql-remarks'],
  ['consecutive comments', '1 /* a */'.repeat(MAX_REMARKS), 'passed'],
  ['brackets of all kinds', '([{'.repeat(MAX_DEPTH), 'sql-deep'],
  ['as many nested brackets as the limit', `${'('.repeat(MAX_DEPTH)}1${')'.repeat(MAX_DEPTH)}`, 'passed'],
  ['many closed brackets', '(1)'.repeat(5000), 'passed'],
  ['brackets in a text', `'${'('.repeat(5000)}'`, 'passed'],
])('checks %s before the engine parses it', async (_, text, expected) => {
  const { guard, read } = guardOf()
  expect(await codeOf(guard.expression(text, 'WHERE'))).toBe(expected)
  expect(read.length).toBe(expected === 'passed' ? 2 : 0)
})

it('counts all clauses of a statement, including repetitions', async () => {
  const { guard } = guardOf()
  const clause = 'a'.repeat(CLAUSE_BYTES)
  const most = MAX_CLAUSE_BYTES / CLAUSE_BYTES
  const statement = guard.forStatement()
  for (let count = 0; count < most; count++) await statement.expression(clause, 'metric')
  await expect(statement.expression('a', 'metric')).rejects.toMatchObject({
    code: 'sql-long-together',
    args: [MAX_CLAUSE_BYTES],
  })
  expect(await codeOf(guard.forStatement().expression('a', 'metric'))).toBe('passed')
})

it('measures a SELECT, and counts its references to tables', async () => {
  expect(await codeOf(guardOf().guard.select('a'.repeat(CLAUSE_BYTES * 4)))).toBe('passed')
  expect(await codeOf(guardOf().guard.select('a'.repeat(CLAUSE_BYTES * 4 + 1)))).toBe('sql-long')
  expect(await codeOf(guardOf().guard.select('/*'.repeat(MAX_REMARKS + 1)))).toBe('sql-remarks')
  const tables = Array.from({ length: MAX_TABLES }, () => ({ schema: null, name: 't' }))
  expect(await codeOf(guardOf({ ...nothing, tables }).guard.select('x'))).toBe('passed')
  expect(await codeOf(guardOf({ ...nothing, tables: [...tables, ...tables] }).guard.select('x'))).toBe('sql-tables')
  const many = guardOf({ ...nothing, tables: [...tables, ...tables] }).guard.select('x')
  await expect(many).rejects.toMatchObject({ args: [MAX_TABLES] })
})

it('caches results of texts up to a limit', async () => {
  const requested: string[] = []
  const message = 'm'.repeat(1_000_000)
  const inspections = new Inspections({
    ...nowhere,
    async inspect(text) {
      requested.push(text)
      return { ok: false, reason: 'syntax', message }
    },
  })
  await inspections.of('first')
  await inspections.of('first')
  expect(requested).toEqual(['first'])
  for (let count = 0; count < 20; count++) await inspections.of(`text ${count}`)
  await inspections.of('first')
  expect(requested.filter((text) => text === 'first')).toHaveLength(2)
})

it.each([
  ["a = '(' OR b = ')'", undefined, 0],
  ['a = "(("', undefined, 0],
  ['f(g(1), [2])', undefined, 2],
  ['(a', 'unclosed', 1],
  ['a)', 'unopened', 0],
  ['a; b', 'many', 0],
  ["E'it\\'s (' || (a)", undefined, 1],
  ["'\\' || (a)", undefined, 1],
  ["name'\\' || ('b", 'unclosed', 1],
  ['e"\\" || (a)', undefined, 1],
  ["e='\\' || (a)", undefined, 1],
  ['$$(($$ || $x$ (( $$ $x$', undefined, 0],
  ['a$b$ + (c$b$)', undefined, 1],
  ['1 -- ((\n + (2)', undefined, 1],
  ['/* ( /* ( */ ( */ (1)', undefined, 1],
  ['/* ((', undefined, 0],
  ["'((", undefined, 0],
])('finds the brackets of %s', (text, fault, depth) => {
  expect([bracketError(text), depthOf(text)]).toEqual([fault, depth])
})

it('names the clause that is too long', async () => {
  expect(() => checkLength('a'.repeat(11), 10, 'HAVING')).toThrow('The SQL of HAVING is longer than 10 bytes')
  const long = guardOf().guard.select('a'.repeat(CLAUSE_BYTES * 4 + 1))
  await expect(long).rejects.toThrow('The SQL of SELECT is longer than 262144 bytes')
})

it.each<[string, Inspection, string]>([
  ['none', nothing, 'rules-unsafe'],
  ['one', { ...nothing, tables: [{ schema: null, name: 'a' }] }, 'passed'],
  ['two', { ...nothing, tables: ['a', 'b'].map((name) => ({ schema: null, name })) }, 'rules-unsafe'],
  ['text that is not a statement', { ok: false, reason: 'syntax', message: 'no' }, 'rules-unsafe'],
])('uses no rules for the table of a dataset whose name the engine reads as %s', async (_, found, expected) => {
  const pending = guardOf(found).guard.rulesOf({ schema: null, name: 'odd name' }, [])
  expect(await codeOf(pending)).toBe(expected)
  if (expected !== 'passed') await expect(pending).rejects.toMatchObject({ args: ['odd name'] })
})
