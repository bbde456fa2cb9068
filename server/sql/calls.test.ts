import { expect, it } from 'vitest'
import { ansi } from '#server/engines/ansi.ts'
import type { Call, ForeignCall, CallClassification } from '#server/engines/engine.ts'
import { checkCalls } from './calls.ts'

const call = (name: string, more: Partial<Call> = {}): Call => ({ kind: 'function', schema: null, name, ...more })
const foreign = (of: Call, more: Partial<ForeignCall> = {}): ForeignCall => ({
  ...of,
  home: 'main',
  harmless: false,
  ...more,
})

/**
 * Checks calls against an engine that has `sum`, rejects `getenv` and knows no other name; `found` are the functions in
 * its database.
 */
async function judged(calls: readonly Call[], found: readonly ForeignCall[], admitted: readonly string[]) {
  const known: Readonly<Record<string, CallClassification>> = { sum: 'allowed', getenv: 'refused' }
  const grammar = {
    inspect: () => Promise.reject(new Error('not asked')),
    narrow: async () => undefined,
    homes: async () => [],
    foreign: async () => found,
  }
  const dialect = { ...ansi, ownSchema: 'own', classifyCall: ({ name }: Call) => known[name] ?? 'unknown' }
  const admits = (schema: string, name: string) => admitted.includes(`${schema}.${name}`)
  try {
    await checkCalls(calls, 'the text', { connection: { grammar }, dialect, admits })
    return 'passed'
  } catch (error) {
    const { code, args, sql } = error as { code?: string; args?: readonly string[]; sql?: string }
    return `${code} ${args?.join()} in ${sql}`
  }
}

it.each<[string, readonly Call[], readonly ForeignCall[], readonly string[], string]>([
  ['nothing', [], [], [], 'passed'],
  ['a function of the engine', [call('sum')], [], [], 'passed'],
  [
    'a function that the engine always rejects',
    [call('sum'), call('getenv')],
    [],
    ['own.getenv'],
    'sql-refused getenv',
  ],
  ['an unknown function', [call('sum'), call('odd')], [], [], 'function-refused odd'],
  ['an unknown function in a schema', [call('odd', { schema: 'far' })], [], [], 'function-refused far.odd'],
  ['an unknown function that a setting allows', [call('odd')], [], ['own.odd'], 'passed'],
  ['an unknown function allowed in another schema', [call('odd')], [], ['main.odd'], 'function-refused odd'],
  ['an unknown function in a schema, allowed there', [call('odd', { schema: 'far' })], [], ['far.odd'], 'passed'],
  [
    'an unknown function in a schema, allowed without a schema',
    [call('odd', { schema: 'far' })],
    [],
    ['own.odd'],
    'function-refused far.odd',
  ],
  ['a field that no function may stand behind', [call('odd', { kind: 'field' })], [], [], 'passed'],
  ['a macro', [call('odd')], [foreign(call('odd'))], [], 'function-refused main.odd'],
  ['an allowed macro', [call('odd')], [foreign(call('odd'))], ['main.odd'], 'passed'],
  [
    'a harmless function',
    [call('mood', { kind: 'type' })],
    [foreign(call('mood', { kind: 'type' }), { harmless: true })],
    [],
    'passed',
  ],
  [
    'a macro under the name of what the engine has',
    [call('sum')],
    [foreign(call('sum'))],
    [],
    'function-refused main.sum',
  ],
  [
    'a field that is a macro',
    [call('odd', { kind: 'field' })],
    [foreign(call('odd', { kind: 'field' }))],
    [],
    'function-refused main.odd',
  ],
  [
    'an ambiguous name',
    [call('odd')],
    [foreign(call('odd')), foreign(call('odd'), { home: 'far' })],
    ['main.odd'],
    'function-refused far.odd',
  ],
  [
    'another function next to a macro',
    [call('odd'), call('even')],
    [foreign(call('odd'))],
    ['main.odd'],
    'function-refused even',
  ],
  [
    'a type next to a macro of its name',
    [call('odd', { kind: 'type' })],
    [foreign(call('odd'))],
    ['main.odd'],
    'function-refused odd',
  ],
  [
    'a function of another schema next to a macro of its name',
    [call('odd', { schema: 'far' })],
    [foreign(call('odd'))],
    ['main.odd'],
    'function-refused far.odd',
  ],
])('returns the expected decision for %s', async (_, calls, found, admitted, expected) => {
  const said = await judged(calls, found, admitted)
  expect(said).toBe(expected === 'passed' ? expected : `${expected} in the text`)
})
