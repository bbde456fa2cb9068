import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#server/home.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { findMismatch, operationsOf } from '#testing/document-calls.ts'
import {
  type EffectsByOperation,
  type EffectFixture,
  isRequestOfOperation,
  type SuccessfulRequest,
  openEffectFixture,
} from '#testing/effects/effect.ts'
import { dataEffects } from '#testing/effects/data.ts'
import { deprecatedEffects } from '#testing/effects/deprecated.ts'
import { userEffects } from '#testing/effects/users.ts'
import { resourceEffects } from '#testing/effects/resources.ts'
import { sqlEffects } from '#testing/effects/sql.ts'
import { tagEffects } from '#testing/effects/tags.ts'
import { entityEffects } from '#testing/effects/entities.ts'
import { calls, resources } from './index.ts'
import { documentOf } from './openapi/document.ts'

const root = projectRoot(new URL(import.meta.url).pathname)
const effects: EffectsByOperation = {
  ...resourceEffects,
  ...entityEffects,
  ...tagEffects,
  ...dataEffects,
  ...userEffects,
  ...deprecatedEffects,
  ...sqlEffects,
}

const { paths } = documentOf(resources, calls) as { readonly paths: Record<string, Record<string, unknown>> }
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).flatMap((method) => (method === 'parameters' ? [] : [`${method.toUpperCase()} ${path}`])),
)

const described = operationsOf({ paths }).toSorted(
  // Of the matching paths, the one with the fewest parameters.
  (a, b) => a.path.split('{').length - b.path.split('{').length,
)

/** Returns the part of a response that the document does not describe; undefined if it matches. */
function misfitOf({ call, answer }: SuccessfulRequest): string | undefined {
  const operation = described.find(({ method, path }) => isRequestOfOperation(`${method} ${path}`, call))
  const schema = operation?.answers[String(answer.statusCode)]
  if (!schema || !String(answer.headers['content-type']).startsWith('application/json')) return undefined
  const found = findMismatch(schema, answer.json())
  return found && `${call}: ${found}`
}

let fixture: EffectFixture
beforeAll(async () => {
  fixture = await openEffectFixture()
})
afterAll(() => fixture.test.close())

it('every call of the document has one entry, and every entry is a call', () => {
  expect(operations.length).toBeGreaterThan(300)
  expect(Object.keys(effects).toSorted()).toEqual(operations.toSorted())
  const counterparts = Object.values(effects).flatMap((effect) => ('counterpart' in effect ? [effect.counterpart] : []))
  expect(counterparts.filter((name) => !operations.includes(name))).toEqual([])
})

it('each referenced test exists under that title', () => {
  const missing = Object.entries(effects).flatMap(([name, effect]) => {
    if (!('file' in effect)) return []
    const file = `${root}/${effect.file}`
    const titles = existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(/\(\s*(['"])(.+?)\1,/g)] : []
    return titles.some(([, , title]) => title?.startsWith(effect.title)) ? [] : [[name, effect]]
  })
  expect(missing).toEqual([])
})

describe('a change by one call is visible to another', () => {
  const tried = Object.entries(effects).flatMap(([name, effect]) => ('act' in effect ? [[name, effect] as const] : []))
  it.each(sampleCases(tried, 2))('%s', async (name, effect) => {
    fixture.made()
    await effect.act(fixture)
    const made = fixture.made()
    const wanted = 'counterpart' in effect ? [name, effect.counterpart] : []
    expect(wanted.filter((each) => !made.some(({ call }) => isRequestOfOperation(each, call)))).toEqual([])
    expect(made.flatMap((each) => misfitOf(each) ?? [])).toEqual([])
  })
})
