import { expect, it } from 'vitest'
import type { SignInProxy } from '#server/base/sign-in-proxy.ts'
import { proxyUserOf } from './proxy-user.ts'

const proxy = { issuer: 'proxy:p', userHeader: 'x-user', groupsHeader: 'x-groups' } as unknown as SignInProxy

/** Returns the headers as Node decodes them. */
const headersOf = (user: string, groups = '') => ({
  'x-user': Buffer.from(user).toString('latin1'),
  'x-groups': Buffer.from(groups).toString('latin1'),
})

it('removes spaces and tabs around the values of headers', () => {
  const user = proxyUserOf(proxy, headersOf('\t alice ', ' admins,\tstaff ,'))
  expect(user).toMatchObject({ subject: 'alice', username: 'alice', groups: ['admins', 'staff'] })
})

it.each(['\u00a0', '\ufeff', '\u3000', '\u2003'])('rejects names of users and groups with %j around them', (space) => {
  for (const headers of [
    headersOf(`alice${space}`),
    headersOf(`${space}alice`),
    headersOf('alice', `staff,admins${space}`),
    headersOf('alice', `${space}admins,staff`),
  ])
    expect(() => proxyUserOf(proxy, headers)).toThrow(expect.objectContaining({ code: 'proxy-header-wrong' }))
})
