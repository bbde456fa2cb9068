import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkHotFiles } from './check/hot-files.mjs'
import { checkNames } from './check/names.mjs'
import { checkSmallFiles } from './check/small-files.mjs'
import { runSteps, steps } from './check/steps.mjs'
import { root as project } from '#testing/tree.ts'

/** @type {string} */
let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'facet habits '))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** @param {Record<string, string>} files */
function write(files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

it('rejects an exported name that is defined in two places of core and server', () => {
  write({
    'core/a/a.ts':
      'export interface Place {}\nexport const alone = 1\nexport function of(x: 1): 1\nexport function of(x: 2): 2\n',
    'server/b/b.ts': 'export type Place = 1\nconst alone = 2\nexport { Place } from "#core/a/a.ts"\n',
    'server/b/b.test.ts': 'export const alone = 3\n',
    'ui/c.ts': 'export const alone = 4\n',
  })
  expect(checkNames(root, [])).toEqual({ ok: false, output: 'Place is defined in core/a/a.ts, server/b/b.ts' })
  expect(checkNames(root, ['Place'])).toEqual({ ok: true, output: '' })
})

it('the list of names with two meanings may only shrink', () => {
  write({ 'core/a/a.ts': 'export interface Place {}\n' })
  const output = 'Place is defined once: take it from the list in scripts/check/names.mjs'
  expect(checkNames(root, ['Place'])).toEqual({ ok: false, output })
})

it('parts of one type export the same names', () => {
  const dialect = 'export const dialect = 1\n'
  write({ 'server/engines/a/dialect.ts': dialect, 'server/engines/b/dialect.ts': dialect })
  expect(checkNames(root, [])).toEqual({ ok: true, output: '' })
  write({ 'core/text/dialect.ts': dialect })
  expect(checkNames(root, []).ok).toBe(false)
})

/**
 * @param {number} commits
 * @param {number} hot the number of commits with the file
 */
function history(commits, hot) {
  const lines = Array.from({ length: commits }, (_, at) => {
    const text = String(at)
    const files = [`file-${at}.ts`, ...(at < hot ? ['hub.ts'] : [])]
    const changes = files.map((file) => `M 644 inline ${file}\ndata ${text.length}\n${text}\n`).join('')
    return `commit refs/heads/main\ncommitter a <a@example.org> ${1_700_000_000 + at} +0000\ndata 1\nc\n${changes}`
  })
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: root })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: lines.join('\n') })
}

it('reports a file that is in more than 8 % of the last 200 commits, unless a reason is listed', async () => {
  history(210, 27)
  // The last 200 commits include 17 of the 27.
  expect(await checkHotFiles(root, {})).toMatchObject({
    ok: false,
    output: expect.stringContaining('hub.ts is in 17 of 200 commits\n'),
  })
  expect(await checkHotFiles(root, { 'hub.ts': 'it is the list' })).toMatchObject({
    ok: true,
    note: 'hub.ts is in 17 of 200 commits: it is the list',
  })
})

it('reports no file in 8 % of them', async () => {
  history(200, 16)
  const { ok, note } = await checkHotFiles(root, {})
  expect([ok, note]).toEqual([true, undefined])
})

it('a history that is shorter, or missing, is not reported', async () => {
  expect(await checkHotFiles(root, {})).toEqual({ ok: true, output: '' })
  history(199, 199)
  expect(await checkHotFiles(root, {})).toEqual({ ok: true, output: '' })
})

it('names small files that only one file of their folder imports', () => {
  const user = (/** @type {string} */ name) => `import { x } from './${name}'\nexport const y = x\n`
  const small = 'export const x = 1\n'
  write({
    'client/a/View.tsx': user('part.ts'),
    'client/a/part.ts': small,
    'client/b/long.ts': user('part.ts') + '//\n'.repeat(398),
    'client/b/part.ts': small,
    'client/c/user.ts': user('part.ts'),
    'client/c/part.ts': '//\n'.repeat(39) + small,
    'client/d/user.ts': user('part.ts'),
    'client/d/part.ts': small,
    'client/d/part.test.ts': user('part.ts'),
    'client/e/user.ts': "void import('./part.ts')\n",
    'client/e/part.ts': small,
    'client/f/user.ts': user('part.ts'),
    'client/f/part.ts': small,
    'testing/user.ts': "import { x } from '#client/f/part.ts'\nvoid x\n",
    'charts/pie/index.ts': user('query.ts'),
    'charts/pie/query.ts': small,
    'server/resources/chart/routes.ts': user('tags.ts'),
    'server/resources/chart/tags.ts': small,
    'server/data/user.ts': user('job-worker.ts'),
    'server/data/job-worker.ts': small,
  })
  expect(checkSmallFiles(root, {})).toEqual({
    ok: false,
    output: 'client/a/part.ts is small and only client/a/View.tsx imports it: merge them',
  })
  expect(checkSmallFiles(root, { 'client/a/part.ts': 'reason' })).toEqual({ ok: true, output: '' })
})

it('the list of separate small files may only shrink', () => {
  const output = 'client/a/part.ts needs no exception in scripts/check/small-files.mjs'
  expect(checkSmallFiles(root, { 'client/a/part.ts': 'reason' })).toEqual({ ok: false, output })
})

it('all checks are steps, and each name has one meaning unless it is listed', async () => {
  expect(Object.keys(steps)).toEqual(expect.arrayContaining(['names', 'small-files', 'hot-files']))
  const results = await runSteps(project, ['names', 'small-files'])
  expect(results.toSorted((a, b) => a.title.localeCompare(b.title))).toMatchObject([
    { title: 'names', status: 'passed', message: '' },
    { title: 'small-files', status: 'passed', message: '' },
  ])
})

it('no test is twice in the list of flaky tests: its cause is fixed, and its rows are removed, first', () => {
  const rows = readFileSync(join(project, 'testing/flaky.tsv'), 'utf8').trim().split('\n').slice(1)
  const titles = rows.map((row) => row.split('\t')[1])
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
})
