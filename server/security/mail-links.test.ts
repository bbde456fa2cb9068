import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDraft } from '#core/entity/event.ts'
import type { User } from '#core/entity/user.ts'
import { startMailServer, type TestMailServer } from '#testing/mail-server.ts'
import { mailLinks } from './mail-links.ts'

let mail: TestMailServer
beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail.close())

const sender = { userId: 9, name: 'Ada' }
const users = ['one', 'two', 'three'].map((username, at) => ({
  id: at + 1,
  username,
  email: `${username}@example.org`,
  active: true,
}))
const links = users.map((user) => ({ user, token: `token-${user.username}`, expiresAt: 3_600_000 }))

/** Sends the links while the store has these users; `append` writes the action log. */
async function send(stored: readonly (typeof users)[number][], append: (event: EventDraft) => Promise<void>) {
  const before = mail.messages.length
  const errors: unknown[] = []
  const server = { host: '127.0.0.1', port: mail.port, security: 'none', from: 'facet@example.org' } as const
  const { sent, problem } = await mailLinks(
    {
      config: {
        publicUrl: 'https://facet.example',
        basePath: '',
        mailServer: { ...server, ca: undefined, login: undefined, maxPerHour: 9 },
      },
      shared: { allow: async () => [0] },
      store: {
        events: { append } as never,
        users: { get: async (id: number) => stored.find((user) => user.id === id) as User | undefined } as never,
      },
      log: { error: (message: string, detail?: object) => errors.push([message, detail]) },
      now: () => 0,
    },
    sender,
    links,
  )
  return { sent: [...sent], problem, errors, to: mail.messages.slice(before).flatMap(({ to }) => to) }
}

it('logs each link before it is sent', async () => {
  const logged: (readonly [unknown, number])[] = []
  const count = mail.messages.length
  const { sent } = await send(users, async ({ actor, action, entity_id, after }) => {
    logged.push([[actor, action, entity_id, after], mail.messages.length - count])
  })
  expect(sent).toEqual(['one', 'two', 'three'])
  expect(logged).toEqual([
    [[9, 'invite', 1, '{"sent_to":"one@example.org"}'], 0],
    [[9, 'invite', 2, '{"sent_to":"two@example.org"}'], 1],
    [[9, 'invite', 3, '{"sent_to":"three@example.org"}'], 2],
  ])
})

it('sends nothing and stops if the action log cannot be written', async () => {
  const { sent, problem, errors, to } = await send(users, () => Promise.reject(new Error('database is locked')))
  expect([sent, problem, to]).toEqual([[], 'Fatal error', []])
  expect(errors).toEqual([['Sending sign-in links stopped', { cause: 'Error: database is locked', user: 1 }]])
})

it('sends no message to users whose address was changed or who were deactivated meanwhile', async () => {
  const [one, two, three] = users
  if (!one || !two || !three) throw new Error('A user is missing')
  const stored = [{ ...one, email: 'other@example.org' }, { ...two, active: false }, three]
  const { sent, problem, to } = await send(stored, async () => {})
  expect([sent, to]).toEqual([['three'], ['three@example.org']])
  expect(problem).toContain('two')
})
