import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ldapSettings } from '#server/base/ldap-settings.ts'
import { LdapDirectory } from './ldap-directory.ts'

/** Encodes an element in BER. */
function element(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : [0x82, length >> 8, length & 255])]), content])
}

// Tags of operations and codes of results (RFC 4511, section 4 and appendix A).
const [BIND, BOUND, SEARCH, ENTRY, DONE] = [0x60, 0x61, 0x63, 0x64, 0x65] as const
const [SUCCESS, SIZE_LIMIT_EXCEEDED] = [0, 4] as const

const result = (tag: number, code: number) => element(tag, element(10, Buffer.from([code])), element(4), element(4))

function entry(dn: string, attributes: Readonly<Record<string, readonly (Buffer | string)[]>>): Buffer {
  const list = Object.entries(attributes).map(([name, values]) =>
    element(0x30, element(4, name), element(0x31, ...values.map((value) => element(4, value)))),
  )
  return element(ENTRY, element(4, dn), element(0x30, ...list))
}

let close = () => {}
afterEach(() => {
  close()
  vi.useRealTimers()
})

/** Starts a directory that responds to searches by `respond` after a delay, and accepts every password. */
async function startDirectory(respond: (request: Buffer) => readonly Buffer[] | undefined, delayMs = 0) {
  const sockets = new Set<Socket>()
  const requests: Buffer[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', (request: Buffer) => {
      requests.push(request)
      const start = (request[1] ?? 0) < 128 ? 2 : 2 + ((request[1] ?? 0) & 127)
      const tag = request[start + 3]
      const responses = tag === BIND ? [result(BOUND, SUCCESS)] : tag === SEARCH ? respond(request) : undefined
      const send = () => {
        for (const each of responses ?? []) socket.write(element(0x30, request.subarray(start, start + 3), each))
      }
      if (delayMs === 0) send()
      else setTimeout(send, delayMs)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, sockets, requests }
}

function directoryAt(port: number, more: object = {}): LdapDirectory {
  const described = {
    type: 'ldap',
    name: 'corp',
    url: `ldap://127.0.0.1:${port}`,
    allow_plaintext: true,
    user_dn: 'uid={username},dc=example,dc=org',
    create_users: true,
    ...more,
  }
  const { ca_file: _, bind_password_env: __, ...rest } = ldapSettings.parse(described)
  return new LdapDirectory({ ...rest, issuer: 'ldap:corp', ca: undefined })
}

const ADA = { uid: ['ada'], entryUUID: ['1'] } as const
const found = (attributes: Parameters<typeof entry>[1]) => [
  entry('uid=ada,dc=example,dc=org', attributes),
  result(DONE, SUCCESS),
]

describe('the name sent to a directory', () => {
  it.each([
    ['a leading space', ' ada'],
    ['a trailing space', 'ada '],
    ['two spaces', 'ada  lovelace'],
    ['a no-break space', 'ada\u00a0lovelace'],
    ['a zero-width space', 'ada\u200b'],
    ['a soft hyphen', 'a\u00adda'],
    ['full-width letters', '\uff41da'],
    ['a decomposed letter', 'zoe\u0308'],
  ])('rejects a name with %s, which would have a separate count of attempts', async (_, name) => {
    const { port, requests } = await startDirectory(() => found(ADA))
    expect(await directoryAt(port).authenticate(name, 'engine')).toBeUndefined()
    expect(await directoryAt(port).find(name)).toBeUndefined()
    expect(requests).toEqual([])
  })

  it('accepts one space and composed letters', async () => {
    const { port } = await startDirectory(() => found(ADA))
    expect((await directoryAt(port).authenticate('zo\u00eb b', 'engine'))?.username).toBe('ada')
  })
})

it('a password with a NUL character is not sent to a directory', async () => {
  const { port, requests } = await startDirectory(() => found(ADA))
  expect(await directoryAt(port).authenticate('ada', 'engine\0x')).toBeUndefined()
  expect(requests).toEqual([])
})

describe('the groups of a directory', () => {
  const GROUPS = { group_base: 'ou=groups,dc=example,dc=org', group_filter: '(memberUid={username})' }
  const group = entry('cn=analysts,ou=groups,dc=example,dc=org', { cn: ['analysts'] })

  it('uses the name in the entry, not the typed one', async () => {
    const { port, requests } = await startDirectory((request) =>
      request.includes('ou=groups') ? [group, result(DONE, SUCCESS)] : found(ADA),
    )
    expect((await directoryAt(port, GROUPS).authenticate('alias', 'engine'))?.groups).toEqual(['analysts'])
    const search = requests.find((request) => request.includes('ou=groups'))
    expect([search?.includes('ada'), search?.includes('alias')]).toEqual([true, false])
  })

  it('rejects a part that the size limit of the server allows', async () => {
    const { port } = await startDirectory((request) =>
      request.includes('ou=groups') ? [group, result(DONE, SIZE_LIMIT_EXCEEDED)] : found(ADA),
    )
    const cut = directoryAt(port, GROUPS).authenticate('ada', 'engine')
    await expect(cut).rejects.toMatchObject({ code: 'provider-unavailable' })
  })

  it('rejects a range of the values of an attribute', async () => {
    const { port } = await startDirectory(() => found({ ...ADA, memberOf: [], 'memberOf;range=0-1': ['a', 'b'] }))
    const cut = directoryAt(port, { attributes: { groups: 'memberof' } }).authenticate('ada', 'engine')
    await expect(cut).rejects.toMatchObject({ code: 'identity-groups' })
  })
})

describe('the name of a group with a space at its end', () => {
  // Trimmed, it would have the rights of the group `admins`.
  const NAME = 'admins '

  it.each([
    ['found by a search', { group_base: 'ou=groups,dc=example,dc=org', group_filter: '(memberUid={username})' }, ADA],
    ['in an attribute of the user', { attributes: { groups: 'memberOf' } }, { ...ADA, memberOf: [NAME] }],
  ])('rejects it if it is %s', async (_, more, user) => {
    const group = entry('cn=x,ou=groups,dc=example,dc=org', { cn: [NAME] })
    const { port } = await startDirectory((request) =>
      request.includes('ou=groups') ? [group, result(DONE, SUCCESS)] : found(user),
    )
    const attempt = directoryAt(port, more).authenticate('ada', 'engine')
    await expect(attempt).rejects.toMatchObject({ code: 'identity-claim-missing' })
  })
})

describe('the subject of a user', () => {
  const subjectOf = async (attributes: Parameters<typeof entry>[1]) => {
    const { port } = await startDirectory(() => found({ uid: ['ada'], ...attributes }))
    return (await directoryAt(port).authenticate('ada', 'engine'))?.subject
  }

  it('accepts text or bytes, also if the server names the attribute in another case', async () => {
    expect(await subjectOf({ entryUUID: ['a-1'] })).toBe('a-1')
    close()
    expect(await subjectOf({ entryUUID: [Buffer.from([0xc3, 0xa4])] })).toBe('c3a4')
    close()
    expect(await subjectOf({ entryuuid: ['a-1'] })).toBe('a-1')
  })

  it.each([
    ['of several values', { entryUUID: ['1', '2'] }],
    // Bytes that are valid UTF-8 arrive as text, others as bytes: one user would have two subjects.
    ['of decoded bytes', { entryuuid: [Buffer.from([0xc3, 0xa4])] }],
  ])('rejects one %s', async (_, attributes) => {
    await expect(subjectOf(attributes)).rejects.toMatchObject({ code: 'identity-claim-missing' })
  })
})

it('ends a sign-in after 15 seconds although each operation ends in time, with its connections', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Four operations of 4.5 seconds: two binds, and the searches of the user and of the groups.
  const { port, sockets, requests } = await startDirectory(
    (request) => (request.includes('ou=groups') ? [result(DONE, SUCCESS)] : found(ADA)),
    4500,
  )
  const service = { user_dn: undefined, bind_dn: 'cn=facet', bind_password: 'x', base: 'ou=people' }
  const directory = directoryAt(port, { ...service, group_base: 'ou=groups,dc=example,dc=org' })
  const outcome = directory.authenticate('ada', 'engine').then(
    () => 'signed in',
    (error: unknown) => error,
  )
  for (let operation = 1; operation <= 3; operation++) {
    while (requests.length < operation) await setImmediate()
    vi.advanceTimersByTime(4500)
  }
  while (requests.length < 4) await setImmediate()
  vi.advanceTimersByTime(1499)
  await setImmediate()
  expect(sockets.size).toBe(2)
  vi.advanceTimersByTime(1)
  expect(await outcome).toMatchObject({
    code: 'provider-unavailable',
    cause: expect.objectContaining({ message: 'The directory took too long' }),
  })
  while (sockets.size > 0) await setImmediate()
})

it('ends sign-ins that have waited for others, with their connections', async () => {
  const { port, sockets, requests } = await startDirectory(() => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Ten at a time wait five seconds each for a search, so that the last ones begin after 15 seconds.
  const all = Array.from({ length: 40 }, (_, at) => directoryAt(port).authenticate(`user ${at}`, 'engine'))
  const outcomes = Promise.allSettled(all)
  for (let round = 1; round <= 4; round++) {
    // Each sends a bind and a search.
    while (requests.filter((request) => request.includes('entryUUID')).length < round * 10) await setImmediate()
    vi.advanceTimersByTime(5000)
    await setImmediate()
  }
  const codes = (await outcomes).map((each) => each.status === 'rejected' && each.reason.code)
  expect(new Set(codes)).toEqual(new Set(['provider-unavailable']))
  while (sockets.size > 0) await setImmediate()
  expect(sockets.size).toBe(0)
})
