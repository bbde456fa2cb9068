import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkEngines } from './check/engines.mjs'
import { runTool, steps } from './check/steps.mjs'

const project = join(dirname(fileURLToPath(import.meta.url)), '..')

/** @type {string} */
let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'facet house '))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** @param {Record<string, string>} files the files of a project with the real rules */
function build(files) {
  const rules = readdirSync(project).filter((name) =>
    /^(tsconfig.*\.json|package\.json|\.oxlintrc\.json|\.dependency-cruiser\.cjs)$/.test(name),
  )
  for (const name of rules) cpSync(join(project, name), join(root, name))
  cpSync(join(project, 'scripts/check/lint-rules.mjs'), join(root, 'scripts/check/lint-rules.mjs'))
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

it('starts Vitest if its file in node_modules/.bin is a shell script', async () => {
  for (const folder of ['.bin', 'vitest']) mkdirSync(join(root, 'node_modules', folder), { recursive: true })
  writeFileSync(join(root, 'node_modules/.bin/vitest'), '#!/bin/sh\nexec node ../vitest/vitest.mjs "$@"\n')
  writeFileSync(join(root, 'node_modules/vitest/vitest.mjs'), 'console.log(process.argv.slice(2).join())')
  expect(await runTool(root, 'vitest', ['run', 'a.test.ts'])).toEqual({ code: 0, output: 'run,a.test.ts\n' })
})

/** @param {'imports' | 'lint'} name */
async function outcomeOf(name) {
  const step = steps[name]
  if (!step) throw new Error(name)
  return step(root)
}

it('accepts imports that follow the rules', async () => {
  build({
    'core/table/table.ts': 'export interface Table { readonly rows: number }\n',
    'calls/data.ts': "import type { Table } from '#core/table/table.ts'\nexport const empty: Table = { rows: 0 }\n",
  })
  expect(await outcomeOf('imports')).toEqual({ ok: true, output: '' })
})

it('rejects imports against the rules, imports of types included', async () => {
  build({
    'core/a/a.ts': "import type { B } from '#core/b/b.ts'\nexport interface A { b: B }\n",
    'core/b/b.ts': "import type { A } from '#core/a/a.ts'\nexport interface B { a: A }\n",
    'core/c/up.ts': "import type { S } from '#server/sql/s.ts'\nexport type C = S\n",
    'server/sql/s.ts': "import { d } from '#server/engines/duckdb/index.ts'\nexport type S = typeof d\n",
    'server/engines/duckdb/index.ts': 'export const d = 1\n',
    'server/data/run.ts':
      "import duckdb from '@duckdb/node-api'\nimport { x } from '#server/gone.ts'\nexport const r = [duckdb, x]\n",
    'charts/pie/View.tsx':
      "import { call } from '#calls/call.ts'\nimport { bar } from '../bar/index.ts'\nexport default () => [call, bar]\n",
    'charts/bar/index.ts': "import { use } from 'echarts'\nimport { vi } from 'vitest'\nexport const bar = [use, vi]\n",
    'calls/call.ts': "import { useState } from 'react'\nexport const call = useState\n",
  })
  const { ok, output } = await outcomeOf('imports')
  const found = output.split('\n').map((line) => line.replace(/ -> \S*node_modules\/\S+:/, ' -> package:'))
  expect(ok).toBe(false)
  expect(found.toSorted()).toEqual(
    [
      'core/a/a.ts -> core/b/b.ts: no cycles',
      'core/c/up.ts -> server/sql/s.ts: ^core/ only ^core/',
      'server/sql/s.ts -> server/engines/duckdb/index.ts: ^server/sql/ only ^core/|^server/(sql/|workers/|engines/(engine|sql)\\.ts)',
      'server/sql/s.ts -> server/engines/duckdb/index.ts: server/engines by its list',
      'server/data/run.ts -> package: @duckdb/[^/]+ at home',
      'server/data/run.ts -> #server/gone.ts: everything resolves',
      'charts/pie/View.tsx -> calls/call.ts: ^charts/.*\\.tsx$ only ^(core|ui|charts)/',
      'charts/pie/View.tsx -> charts/bar/index.ts: plug-ins are strangers',
      'charts/bar/index.ts -> package: echarts at home',
      'charts/bar/index.ts -> package: product needs no test packages',
      'calls/call.ts -> package: react|react-dom|react-aria-components at home',
    ].toSorted(),
  )
})

it('rejects clocks and random numbers in core, texts outside of t(), and promises without await', async () => {
  build({
    'core/a/a.ts':
      'export const a = (): number => Date.now() + new Date().getTime() + Math.random() + new Date(5).getTime()\n',
    'server/a.ts':
      'export const now = (): number => Date.now()\nexport function later(): void {\n  Promise.resolve(1)\n}\n',
    'ui/A.tsx': 'export const A = () => (\n  <p title="Words" className="words">\n    {1} – Words\n  </p>\n)\n',
  })
  const { ok, output } = await outcomeOf('lint')
  expect(ok).toBe(false)
  const rules = [...stripVTControlCharacters(output).matchAll(/ [x×] ([\w-]+\([\w-]+\))/g)].map(
    (match) => match[1] ?? '',
  )
  expect(rules.toSorted()).toEqual([
    'house(no-clock-or-chance)',
    'house(no-clock-or-chance)',
    'house(no-clock-or-chance)',
    'house(no-literal-text)',
    'house(no-literal-text)',
    'typescript(no-floating-promises)',
  ])
})

it('lint reports type errors of each file by the libraries of its project', async () => {
  build({
    'core/a/a.ts': "export const count: number = 'one'\nexport const title = document.title\n",
    'server/a.ts': 'export const pid = process.pid\nexport const title = document.title\n',
    'client/a.ts': 'export const title = document.title\nexport const pid = process.pid\n',
  })
  const { output } = await outcomeOf('lint')
  const lines = [...stripVTControlCharacters(output).matchAll(/ [x×] typescript\((TS\d+)\)[^]*?([\w/.]+\.ts:\d+)/g)]
  expect(lines.map(([, code, location]) => `${code} ${location}`).toSorted()).toEqual([
    'TS2322 core/a/a.ts:1',
    'TS2584 core/a/a.ts:2',
    'TS2584 server/a.ts:2',
    'TS2591 client/a.ts:2',
  ])
})

it('rejects fixed delays and assertions on values read once in browser tests', async () => {
  build({
    'e2e/wrong.e2e.ts': [
      "import { expect, type Page } from '@playwright/test'",
      'export async function wrong(page: Page): Promise<void> {',
      '  await page.waitForTimeout(200)',
      '  await new Promise((resolve) => setTimeout(resolve, 200))',
      "  expect(await page.locator('p').count()).toBe(1)",
      "  expect((await page.locator('p').boundingBox())?.width).toBe(1)",
      '}\n',
    ].join('\n'),
    'e2e/right.e2e.ts': [
      "import { expect, type Page, test } from '@playwright/test'",
      'export async function right(page: Page): Promise<void> {',
      '  test.setTimeout(200)',
      "  await page.route('**', async (route) => {",
      '    await new Promise((resolve) => setTimeout(resolve, 200))',
      '    await route.continue()',
      '  })',
      "  await expect.poll(async () => (await page.locator('p').boundingBox())?.width).toBe(1)",
      "  await expect(page.locator('p')).toHaveCount(1)",
      '}\n',
    ].join('\n'),
  })
  const { output } = await outcomeOf('lint')
  const lines = [...stripVTControlCharacters(output).matchAll(/ [x×] (house\([\w-]+\))[^]*?([\w/.]+\.ts:\d+)/g)]
  expect(lines.map(([, rule, location]) => `${rule} ${location}`).toSorted()).toEqual([
    'house(no-fixed-delay) e2e/wrong.e2e.ts:3',
    'house(no-fixed-delay) e2e/wrong.e2e.ts:4',
    'house(no-immediate-read) e2e/wrong.e2e.ts:5',
    'house(no-immediate-read) e2e/wrong.e2e.ts:6',
  ])
})

it('rejects a package at any depth that needs a newer Node', () => {
  /** @param {string} path @param {object} manifest */
  const put = (path, manifest) => {
    mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(root, path, 'package.json'), JSON.stringify(manifest))
  }
  put('node_modules/fine', { name: 'fine', version: '1.0.0', engines: { node: '^20.19.0 || >=22.12.0' } })
  put('node_modules/@a/b', { name: '@a/b', version: '1.0.0' })
  expect(checkEngines(root)).toEqual({ ok: true, output: '' })
  put('node_modules/@a/b/node_modules/new', { name: 'new', version: '2.1.0', engines: { node: '>=22' } })
  expect(checkEngines(root)).toEqual({ ok: false, output: 'new 2.1.0 needs Node >=22' })
})
