import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { filesUnder, root } from '#testing/tree.ts'
import { bounds, passed, requireWithin } from './bounds.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/operate/operations.md', import.meta.url)), 'utf8')

it('operations.md lists every bound as it is, and no other', () => {
  const listed = [...page.matchAll(/^\| `([a-z-]+)` \| ([\d,]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map((match) =>
    match.slice(1),
  )
  const rows = Object.entries(bounds).map(([name, { most, unit, of }]) => [name, most.toLocaleString('en'), unit, of])
  expect(listed).toEqual(rows)
})

it('a fault says what there is, how much of it and how much there may be', () => {
  expect(() => requireWithin('context-queries', 200)).not.toThrow()
  expect(() => requireWithin('context-queries', 201)).toThrow(
    '201 questions are more than the 200 that a query context may have',
  )
  expect(passed('yaml-bytes', 7)).toMatchObject({ code: 'bound-passed', extra: { bound: 'yaml-bytes', count: 7 } })
})

it('every bound has a case', () => {
  const cases = filesUnder()
    .filter((file) => file.endsWith('.test.ts') && file !== 'core/rest/bounds.test.ts')
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const named = (name: string) => cases.includes(`'${name}`) || cases.includes(`bounds.${name}`)
  expect(Object.keys(bounds).filter((name) => !named(name))).toEqual([])
})
