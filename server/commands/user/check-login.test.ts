import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readSettings } from '#server/base/config.ts'
import { seedMetadata } from '#server/store/seed.ts'
import { openSession, tokenHash } from '#server/security/sessions.ts'
import { makeSamlKey } from '#testing/saml-provider.ts'
import { onBothEngines } from '#testing/stores.ts'
import { runCommand } from '../run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'facet-claims-'))
const samlKey = await makeSamlKey()
afterAll(() => {
  rmSync(folder, { recursive: true })
  samlKey.remove()
})

const settings = readSettings(
  {
    FACET_PUBLIC_URL: 'https://facet.example.org',
    FACET_PROXY_USER_HEADER: 'X-Remote-User',
    FACET_PROXY_GROUPS_HEADER: 'X-Remote-Groups',
    FACET_PROXY_ADDRESSES: '10.0.0.5',
    FACET_IDENTITY_PROVIDERS: JSON.stringify({
      providers: [
        {
          type: 'oidc',
          create_users: true,
          name: 'okta',
          label: 'Okta',
          issuer: 'https://id.example.org',
          client_id: 'facet',
          client_secret: 'a secret',
          claims: { groups: 'realm_access.roles' },
          role_mapping: { analysts: ['Alpha', 'Pilot'], admins: ['Admin'] },
          group_mapping: { analysts: ['Analysts'] },
        },
        { type: 'proxy', name: 'gateway', create_users: true, role_mapping: { analysts: ['Alpha'] } },
        {
          type: 'saml',
          create_users: true,
          name: 'corp',
          label: 'Corp',
          issuer: 'https://id.example.org',
          entry_point: 'https://id.example.org/sso',
          certificate_files: [samlKey.certificateFile],
          role_mapping: { analysts: ['Alpha'] },
        },
      ],
    }),
  },
  folder,
)

onBothEngines('the dry run of a sign-in', (fixture) => {
  async function facet(...args: readonly string[]) {
    if ('problems' in settings) throw new Error(settings.problems.join())
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const terminal = {
      print,
      printMessage: print,
      isPerson: false,
      promptHidden: async () => '',
      readAll: async () => '',
    }
    const openStore = async () => ({ ...fixture().store, close: async () => {} })
    const code = await runCommand(args, { terminal, now: () => 5, settings, openStore })
    return { code, lines }
  }
  const check = (claims: object, provider = 'okta') => {
    const file = join(folder, 'claims.json')
    writeFileSync(file, JSON.stringify(claims))
    return facet('user', 'check-login', provider, '--claims', file)
  }

  it('prints the roles that a new and a linked user would get, and changes nothing', async () => {
    const { store } = fixture()
    await seedMetadata(store)
    const claims = { sub: '1', preferred_username: 'joan', realm_access: { roles: ['analysts', 'others'] } }
    expect(await check(claims)).toEqual({
      code: 0,
      lines: [
        'Creates the user joan.',
        'Roles to add: Alpha',
        'Groups to add: Analysts',
        'Roles that do not exist: Pilot',
      ],
    })
    expect(await store.users.byUsername('joan')).toBeUndefined()
    expect(await store.groups.find({ col: 'name', op: 'eq', value: 'Analysts' })).toBeUndefined()
    const admin = (await store.roles.byName('Admin'))?.id ?? 0
    const names = { first_name: 'Joan', last_name: 'Clarke' }
    await store.users.create({ username: 'jc', ...names, roles: [admin] }, null)
    expect((await facet('user', 'link', 'jc', 'okta', '--subject', '1')).code).toBe(0)
    expect((await check({ ...claims, given_name: 'J' })).lines).toEqual([
      'Signs in as jc.',
      'Roles to add: Alpha',
      'Roles to remove: Admin',
      'Groups to add: Analysts',
      'Properties to change: first_name',
      'Roles that do not exist: Pilot',
    ])
  })

  it('rejects an unknown provider, claims without a name, and links that exist', async () => {
    const { store } = fixture()
    await seedMetadata(store)
    const names = { first_name: '', last_name: '', roles: [] }
    for (const username of ['kit', 'other']) await store.users.create({ username, ...names }, null)
    const first = async (...args: readonly string[]) => (await facet(...args)).lines[0]
    expect(await first('user', 'check-login', 'nowhere')).toContain('There is no identity provider nowhere')
    expect((await check({ sub: '1', email: 'unverified@example.org' })).lines[0]).toContain(
      'The identity provider sent no preferred_username',
    )
    await facet('user', 'link', 'kit', 'okta', '--subject', '2')
    expect(await first('user', 'link', 'other', 'okta', '--subject', '2')).toContain(
      'The account 2 is linked to the user kit',
    )
    const { sessions, users } = fixture().store
    const kit = await users.byUsername('kit')
    const session = await openSession(fixture().store, kit?.id ?? 0, 5, { provider: 'okta' })
    expect(await first('user', 'link', 'kit', 'okta', '--remove')).toBe(
      'kit has no link to okta now. All sessions of the user ended.',
    )
    expect(await sessions.get(tokenHash(session))).toBeUndefined()
    expect(await first('user', 'link', 'kit', 'okta', '--remove')).toBe('kit has no link to okta.')
    expect(await first('user', 'link', 'kit', 'okta')).toBe('Give either --subject or --remove.')
  })

  it('links no service account', async () => {
    const { store } = fixture()
    await seedMetadata(store)
    const names = { first_name: '', last_name: '', roles: [] }
    await store.users.create({ username: 'robot', ...names, is_service: true }, null)
    const { code, lines } = await facet('user', 'link', 'robot', 'okta', '--subject', '3')
    expect([code, lines[0]]).toEqual([1, expect.stringContaining('robot is a service account, which cannot sign in')])
    expect(await store.externalIdentities.find({ issuer: 'https://id.example.org', subject: '3' })).toBeUndefined()
  })

  it('reads the attributes of SAML and the values of a proxy', async () => {
    await seedMetadata(fixture().store)
    const lines = ['Creates the user josé.', 'Roles to add: Alpha']
    expect((await check({ NameID: 'josé', groups: ['analysts'] }, 'corp')).lines).toEqual(lines)
    expect((await check({ user: 'josé', groups: ['analysts', 'others'] }, 'gateway')).lines).toEqual(lines)
    expect((await check({}, 'corp')).lines[0]).toContain('needs a text "NameID"')
    expect((await check({}, 'gateway')).lines[0]).toContain('needs the name of a user as "user"')
  })
})

it('creates a token of SCIM, and its hash', async () => {
  if ('problems' in settings) throw new Error(settings.problems.join())
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const terminal = {
    print,
    printMessage: print,
    isPerson: false,
    promptHidden: async () => '',
    readAll: async () => '',
  }
  const openStore = () => Promise.reject(new Error('opened'))
  expect(await runCommand(['user', 'scim-token'], { terminal, now: () => 5, settings, openStore })).toBe(0)
  const [token = '', hash] = lines.map((line) => line.split(': ')[1])
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(hash).toBe(tokenHash(token))
})
