import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Settings } from '#server/base/config.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { submitLink } from '#testing/sign-in-link.ts'
import { runCommand } from '../run-command.ts'
import type { Terminal } from '../terminal.ts'

let fixture: TestApp
let folder: string

beforeAll(async () => {
  fixture = await makeTestApp()
  folder = mkdtempSync(join(tmpdir(), 'facet users '))
})
afterAll(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

async function facet(...args: string[]) {
  return facetWith({}, ...args)
}

async function facetWith(settings: Partial<Settings>, ...args: string[]) {
  const [printed, lines] = [[] as string[], [] as string[]]
  const terminal = {
    print: (line: string) => void printed.push(line),
    printMessage: (line: string) => void lines.push(line),
  } as Terminal
  const { context } = fixture
  const openStore = async () => ({ ...context.store, close: async () => {} })
  const code = await runCommand(args, {
    terminal,
    now: () => fixture.now,
    settings: { ...context.config, ...settings },
    openStore,
  })
  return { code, printed, output: lines.join('\n') }
}

function fileOf(text: string): string {
  const path = join(folder, 'users.csv')
  writeFileSync(path, text)
  return path
}

it('imports users, prints their links, and exports them as a file that changes nothing', async () => {
  const path = fileOf('username,roles\nana,Gamma\nbob,Boss\n')
  const dry = await facet('user', 'import', path, '--dry-run')
  expect(dry).toEqual({
    code: 1,
    printed: ['create  ana: roles "Gamma"', 'reject  line 3 (bob): There is no role Boss'],
    output: 'Would be created: 1, changed: 0, unchanged: 0, rejected: 1.\n1 rows were rejected.',
  })
  expect(await fixture.context.store.users.byUsername('ana')).toBeUndefined()
  const done = await facet('user', 'import', path, '--links', 'https://facet.example/')
  const link = done.printed.find((line) => line.startsWith('link '))
  expect(link).toMatch(/^link {4}ana: https:\/\/facet\.example\/login\/link\//)
  const entered = await submitLink(fixture.nobody, new URL(link?.split(': ')[1] ?? '').pathname)
  expect(entered.statusCode).toBe(302)
  const { printed } = await facet('user', 'export')
  expect(printed.join('\n')).toContain('\nana,,,,Gamma,,true')
  const again = await facet('user', 'import', fileOf(printed.join('\n')))
  expect([again.code, again.printed]).toEqual([0, []])
})

it('names a file that cannot be read', async () => {
  const { code, output } = await facet('user', 'import', join(folder, 'none.csv'))
  expect([code, output]).toEqual([1, expect.stringContaining('none.csv cannot be read')])
})

it('sends the links of new users by email, and prints those of users without an address', async () => {
  const mail = await startMailServer()
  const mailServer = {
    host: '127.0.0.1',
    port: mail.port,
    security: 'none',
    ca: undefined,
    login: undefined,
    from: 'facet@example.org',
    maxPerHour: 9,
  } as const
  const settings = { mailServer, publicUrl: 'https://facet.example' }
  const path = fileOf('username,email,roles\nmia,mia@example.org,Gamma\nnat,,Gamma\n')
  const args = ['user', 'import', path, '--invite'] as const
  expect(await facet(...args)).toMatchObject({ code: 1, printed: [] })
  expect(await facetWith(settings, ...args, '--dry-run')).toMatchObject({ code: 0 })
  expect([mail.messages, await fixture.context.store.users.byUsername('mia')]).toEqual([[], undefined])
  const { code, printed, output } = await facetWith(settings, ...args)
  expect(mail.messages.map(({ to }) => to)).toEqual([['mia@example.org']])
  expect([code, output]).toEqual([0, expect.stringContaining('Links sent by email: 1, not sent: 1.')])
  const links = printed.filter((line) => line.startsWith('link '))
  expect(links).toEqual([expect.stringMatching(/^link {4}nat: https:\/\/facet\.example\/login\/link\//)])
  await mail.close()
})
