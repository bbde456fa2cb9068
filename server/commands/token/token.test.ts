import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { runCommand } from '../run-command.ts'
import type { Terminal } from '../terminal.ts'

let fixture: TestApp
beforeAll(async () => {
  fixture = await makeTestApp()
  await fixture.user('ana', ['Gamma'])
})
afterAll(() => fixture.close())

async function facet(...args: string[]) {
  const [printed, lines] = [[] as string[], [] as string[]]
  const terminal = {
    print: (line: string) => void printed.push(line),
    printMessage: (line: string) => void lines.push(line),
  } as Terminal
  const { context } = fixture
  const openStore = async () => ({ ...context.store, close: async () => {} })
  const code = await runCommand(args, { terminal, now: () => fixture.now, settings: context.config, openStore })
  return { code, printed, output: lines.join('\n') }
}
const statusOf = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fixture.nobody.get('/api/v1/me/', { headers })).statusCode
}

it('adds a service account, and creates, lists and revokes its tokens', async () => {
  const added = await facet('user', 'add', 'robot', '--role', 'Gamma', '--service')
  expect([added.code, added.output]).toEqual([0, expect.stringContaining('Added the service account robot with Gamma')])
  expect((await fixture.context.store.users.byUsername('robot'))?.password).toBeNull()
  const { users } = { users: JSON.parse((await facet('user', 'list', '--json')).printed[0] ?? '[]') }
  const types = users.map((user: { username: string; is_service: boolean }) => [user.username, user.is_service])
  expect(types).toEqual(
    expect.arrayContaining([
      ['ana', false],
      ['robot', true],
    ]),
  )
  const made = await facet('token', 'create', 'robot', 'nightly', '--role', 'Gamma', '--days', '7')
  const [token = ''] = made.printed
  expect([made.code, token]).toEqual([0, expect.stringMatching(/^facet_[\w-]{43}$/)])
  expect(await statusOf(token)).toBe(200)
  const [row] = JSON.parse((await facet('token', 'list', 'robot', '--json')).printed[0] ?? '[]')
  expect(row).toMatchObject({ name: 'nightly', scope: 'read', role: 'Gamma', prefix: token.slice(0, 12) })
  expect((await facet('token', 'list', 'robot')).printed.join()).toContain('nightly')
  const [event] = await fixture.context.store.events.history('api_token', row.id)
  expect([event?.action, event?.actor]).toEqual(['create', null])
  expect((await facet('token', 'revoke', 'robot', String(row.id))).code).toBe(0)
  expect(await statusOf(token)).toBe(401)
})

it.each([
  [['token', 'create', 'ana', 'x'], 'is no service account'],
  [['token', 'create', 'robot', 'x', '--role', 'Admin'], 'robot does not have the role Admin'],
  [['token', 'create', 'robot', 'x', '--role', 'Nobody'], 'There is no role Nobody'],
  [['token', 'create', 'robot', 'x', '--days', '367'], '--days takes a whole number from 1 to 366'],
  [['token', 'create', 'robot', 'x', '--scope', 'admin'], '--scope takes read or write'],
  [['token', 'create', 'robot', ' '], 'The name of the token has 1 to 100 characters'],
  [['token', 'revoke', 'robot', '999'], 'robot has no token 999'],
  [['user', 'password', 'robot', '--generate'], 'is a service account'],
  [['user', 'add', 'other', '--role', 'Gamma', '--service', '--generate'], 'A service account has no password'],
])('rejects %j', async (args, reason) => {
  const { code, output, printed } = await facet(...args)
  expect([code > 0, output, printed]).toEqual([true, expect.stringContaining(reason), []])
})
