import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readLayout } from '#core/layout/read-layout.ts'
import { verifyLayout } from '#testing/verify-layout.ts'

const bundles = join(import.meta.dirname, 'bundles')
const dashboards = readdirSync(bundles, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /dashboards\/.*\.yaml$/.test(path),
)

it.each(dashboards)('the layout of %s is valid, and parsing and printing it gives the same', (path) => {
  const { position } = parse(readFileSync(join(bundles, path), 'utf8')) as { position: Record<string, object> }
  let made = 0
  const layout = readLayout(position, () => `n${(made += 1)}`)
  expect(verifyLayout(layout)).toEqual([])
  expect(made).toBe(0)
  for (const [id, stored] of Object.entries(position)) expect(layout[id]).toMatchObject(stored)
  expect(readLayout(JSON.parse(JSON.stringify(layout)), () => 'x')).toEqual(layout)
})
