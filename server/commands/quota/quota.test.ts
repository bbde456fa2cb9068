import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readYaml } from '#server/transfer/yaml.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { runCommand } from '../run-command.ts'
import type { Terminal } from '../terminal.ts'

let fixture: TestApp
let folder: string

beforeAll(async () => {
  fixture = await makeTestApp()
  await fixture.user('admin', ['Admin'])
  await fixture.user('ana', ['Gamma'])
  await fixture.dataset({ table_name: 'prices' })
})
afterAll(() => fixture.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'facet quotas '))
})
afterEach(async () => {
  for (const { id } of (await fixture.context.store.quotas.list({})).rows)
    await fixture.context.store.quotas.remove(id, null)
  rmSync(folder, { recursive: true, force: true })
})

async function facet(...args: string[]) {
  const [printed, lines] = [[] as string[], [] as string[]]
  const terminal = {
    print: (line: string) => void printed.push(line),
    printMessage: (line: string) => void lines.push(line),
  } as Terminal
  const { context } = fixture
  const openStore = async () => ({ ...context.store, close: async () => {} })
  const code = await runCommand(args, { terminal, now: () => 0, settings: context.config, openStore })
  return { code, printed, output: lines.join('\n') }
}

const list = async () => (await facet('quota', 'list')).printed

it('sets, lists and removes quotas of users and roles', async () => {
  expect((await facet('quota', 'set', '--role', 'Gamma', '--rows', '100', '--exports', '5')).code).toBe(0)
  await facet('quota', 'set', '--user', 'ana', '--queries', '2', '--upload-bytes', '1000')
  expect((await facet('quota', 'set', '--role', 'Gamma', '--exports', 'none')).output).toBe(
    'The quota of role Gamma: max_rows 100.',
  )
  expect(await list()).toEqual(['role Gamma: max_rows 100', 'user ana: max_queries 2, max_upload_bytes 1000'])
  expect((await facet('quota', 'list', '--user', 'ana')).printed).toEqual([
    'max_queries: 2 (user ana)',
    'max_rows: 100 (role Gamma)',
    'max_exports: no quota',
    'max_upload_bytes: 1000 (user ana)',
  ])
  const [json = ''] = (await facet('quota', 'list', '--json')).printed
  expect(JSON.parse(json)[0]).toEqual({
    subject: 'role Gamma',
    max_queries: null,
    max_rows: 100,
    max_exports: null,
    max_upload_bytes: null,
  })
  expect((await facet('quota', 'remove', '--role', 'Gamma')).code).toBe(0)
  expect(await list()).toEqual(['user ana: max_queries 2, max_upload_bytes 1000'])
})

it.each([
  [['set', '--rows', '5'], 2, 'Give --user or --role.'],
  [['set', '--user', 'ana', '--role', 'Gamma', '--rows', '5'], 2, 'Give --user or --role.'],
  [['set', '--user', 'ana'], 2, 'Give at least one value'],
  [['set', '--user', 'ana', '--rows', '0'], 2, '--rows takes a whole number from 1, or none.'],
  [['set', '--user', 'nobody', '--rows', '5'], 1, 'The user nobody does not exist.'],
  [['set', '--role', 'Admin', '--rows', '5'], 1, 'Quotas of roles do not limit administrators.'],
  [['remove', '--user', 'ana'], 1, 'There is no quota of user ana.'],
])('rejects quota %s', async (args, code, text) => {
  const answer = await facet('quota', ...args)
  expect([answer.code, answer.output]).toEqual([code, expect.stringContaining(text)])
  expect(await list()).toEqual([])
})

const write = (quotas: readonly object[]) => writeFileSync(join(folder, 'quotas.yaml'), JSON.stringify({ quotas }))
const linesOf = ({ printed }: { readonly printed: readonly string[] }) => printed.filter((line) => /quota: /.test(line))

it('quotas are exported on request, and applied with a dry run', async () => {
  await facet('quota', 'set', '--role', 'Gamma', '--rows', '100')
  await facet('export', folder)
  expect(() => readFileSync(join(folder, 'quotas.yaml'))).toThrow('ENOENT')
  expect((await facet('export', folder, '--quotas')).printed).toEqual(['write   quotas.yaml'])
  expect(readYaml(readFileSync(join(folder, 'quotas.yaml'), 'utf8'))).toEqual({
    quotas: [{ role: 'Gamma', max_rows: 100 }],
  })
  expect(linesOf(await facet('apply', folder))).toEqual([])
  write([
    { role: 'Gamma', max_rows: 50, max_exports: 3 },
    { user: 'ana', max_queries: 4 },
  ])
  const dry = await facet('apply', folder, '--dry-run')
  expect(linesOf(dry)).toEqual([
    'change  quota: role Gamma: max_rows 100 to max_rows 50, max_exports 3',
    'create  quota: user ana: max_queries 4',
  ])
  expect(dry.output).toContain('2 quotas of quotas.yaml: 2 would change.')
  expect(await list()).toEqual(['role Gamma: max_rows 100'])
  expect(linesOf(await facet('apply', folder))).toEqual(linesOf(dry))
  expect(await list()).toEqual(['role Gamma: max_rows 50, max_exports 3', 'user ana: max_queries 4'])
  write([
    { role: 'Gamma', remove: true },
    { user: 'ana', max_queries: 4 },
  ])
  expect(linesOf(await facet('apply', folder))).toEqual(['remove  quota: role Gamma'])
  expect(await list()).toEqual(['user ana: max_queries 4'])
})

it.each([
  [[{ role: 'Nobody', max_rows: 1 }], 'The role Nobody does not exist'],
  [[{ role: 'Admin', max_rows: 1 }], 'Quotas of roles do not limit administrators'],
  [[{ role: 'Gamma', user: 'ana', max_rows: 1 }], 'Name one user or role.'],
  [[{ role: 'Gamma', max_rows: 0 }], 'Must be at least 1.'],
  [[{ role: 'Gamma' }, { role: 'Gamma', max_rows: 2 }], 'Given twice'],
])('apply rejects %j, and changes nothing', async (entries, text) => {
  await facet('export', folder)
  write(entries)
  const { code, output } = await facet('apply', folder)
  expect([code, output]).toEqual([1, expect.stringContaining('Nothing was changed:\n  quotas.yaml: ')])
  expect(output).toContain(text)
  expect(await list()).toEqual([])
})

it('lets only administrators export and apply quotas', async () => {
  await facet('export', folder, '--quotas')
  for (const args of [
    ['apply', folder],
    ['export', folder, '--quotas'],
  ]) {
    const { code, output } = await facet(...args, '--as', 'ana')
    expect([code, output]).toEqual([1, expect.stringContaining('Only administrators export and apply quotas')])
  }
})
