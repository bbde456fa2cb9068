import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readPlaywright } from './check/counts.mjs'
import { walksOf } from './test/walks.mjs'
import { root as project } from '#testing/tree.ts'

const root = mkdtempSync(join(tmpdir(), 'facet walks '))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('walks in parts are one result, of which none is missing', async () => {
  mkdirSync(join(root, 'e2e'))
  cpSync(join(project, 'scripts/test'), join(root, 'scripts/test'), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'e2e/playwright.config.ts'), "export default { testDir: '.', testMatch: '*.walk.ts' }")
  const titles = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const title of titles) {
    const walk = `test('${title}', () => test.step('R-${title}', () => expect(1).toBe(1)))`
    writeFileSync(join(root, `e2e/${title}.walk.ts`), `import { expect, test } from '@playwright/test'\n${walk}\n`)
  }
  const walks = walksOf(root, 2)
  const results = []
  for (const step of walks.steps) results.push(...(await step()))
  expect(results.map(({ title, status }) => `${title} ${status}`).toSorted()).toEqual(titles.map((t) => `${t} passed`))
  const judged = await walks.close()
  expect(judged.map(({ title, status }) => [title, status])).toEqual([['no walks are missing', 'failed']])
  const kept = JSON.parse(readFileSync(join(root, '.results/playwright.json'), 'utf8'))
  expect(
    readPlaywright(kept)
      .flatMap(({ named = [] }) => named)
      .toSorted(),
  ).toEqual(titles.map((title) => `R-${title}`))
  expect(kept.origin.commit).toBe(null)
}, 120_000)
