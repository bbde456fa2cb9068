import { expect, it } from 'vitest'
import type { Settings } from '#server/base/config.ts'
import { checkPassword } from '#server/security/password.ts'
import { seedMetadata } from '#server/store/seed.ts'
import type { Store } from '#server/store/store.ts'
import { onBothEngines } from '#testing/stores.ts'
import { runCommand } from './run-command.ts'
import type { Terminal } from './terminal.ts'

/** Test input: answers to hidden prompts in order, or all of standard input. */
interface Typed {
  readonly answers?: readonly string[]
  readonly input?: string
}

interface Ran {
  readonly code: number
  readonly printed: string
  readonly output: string
}

async function run(
  store: Store | undefined,
  args: readonly string[],
  typed: Typed = {},
  more: object = {},
): Promise<Ran> {
  const [printed, lines, answers] = [[] as string[], [] as string[], [...(typed.answers ?? [])]]
  const terminal: Terminal = {
    print: (line) => void printed.push(line),
    printMessage: (line) => void lines.push(line),
    isPerson: typed.answers !== undefined,
    promptHidden: async () => answers.shift() ?? '',
    readAll: async () => typed.input ?? '',
  }
  const settings = { home: '/nowhere', databaseUrl: undefined, adminPassword: undefined, ...more } as Settings
  const openStore = async () => {
    if (!store) throw new Error('No store is to be opened')
    return { ...store, close: async () => {} }
  }
  const code = await runCommand(args, { terminal, now: () => 5, settings, openStore })
  return { code, printed: printed.join('\n'), output: lines.join('\n') }
}

const words = (text: string) => text.split(' ')
const PASSWORD = 'correct horse'

onBothEngines('the command line', (fixture) => {
  const facet = (line: string, typed?: Typed, more?: object) => run(fixture().store, words(line), typed, more)
  const ready = () => seedMetadata(fixture().store)
  const user = async (name: string) => {
    const found = await fixture().store.users.byUsername(name)
    if (!found) throw new Error(`No user ${name}`)
    return found
  }
  const fits = async (name: string, password: string) =>
    checkPassword(password, (await user(name)).password ?? undefined)
  const rolesOf = async (name: string) =>
    Object.keys((await fixture().store.users.current((await user(name)).id))?.roles ?? {})

  it('adds users with a prompted, passed or generated password', async () => {
    await ready()
    const requested = await facet(
      'user add ada --email ada@example.org --first Ada --last Lovelace --role Gamma --role sql_lab',
      {
        answers: [PASSWORD, 'not alike', PASSWORD, PASSWORD],
      },
    )
    expect(requested).toEqual({
      code: 0,
      printed: '',
      output: 'The two differ.\nAdded ada with Gamma, sql_lab, in /nowhere.',
    })
    expect(await user('ada')).toMatchObject({
      email: 'ada@example.org',
      first_name: 'Ada',
      last_name: 'Lovelace',
      active: true,
    })
    expect((await rolesOf('ada')).toSorted()).toEqual(['Gamma', 'sql_lab'])
    expect(await fits('ada', PASSWORD)).toBe(true)
    expect((await facet('user add bob --role Alpha --password-stdin', { input: 'pa ss wörd\r\n' })).code).toBe(0)
    expect(await fits('bob', 'pa ss wörd')).toBe(true)
    const made = await facet('user add cleo --role Gamma --generate')
    expect(made.printed).toMatch(/^([a-z0-9]{4}-){4}[a-z0-9]{4}$/)
    expect(await fits('cleo', made.printed)).toBe(true)
    const { rows } = await fixture().store.users.list({})
    expect(JSON.stringify(rows)).not.toContain(made.printed)
  })

  it.each([
    ['user add ada --role Gamma --generate', 'There is already a user ada. Choose another user name.'],
    ['user add ADA --role Gamma --generate', 'There is already a user ada. Choose another user name.'],
    ['user add ada@example.org --role Gamma --generate', 'Another user has the e-mail address ada@example.org.'],
    ['user add eve --role Gamma --email ADA@example.org --generate', 'Another user has the e-mail address ADA@'],
    ['user add eve --role Gamma --email nowhere --generate', '"nowhere" is not an e-mail address. Correct'],
    ['user add eve --role Gama --generate', 'There is no role Gama; there are Admin, Alpha, Gamma, Public, sql_lab.'],
    ['user add eve --generate', 'A user needs at least one role; there are Admin, Alpha, Gamma, Public, sql_lab.'],
    [`user add ${'x'.repeat(65)} --role Gamma --generate`, 'The user name "xxx'],
    ['user password nobody --generate', 'There is no user nobody. Name an existing user; facet user list shows them.'],
    ['user role nobody --add Gamma', 'There is no user nobody.'],
    ['user deactivate nobody', 'There is no user nobody.'],
    ['user role ada --remove Gama', 'There is no role Gama; there are'],
  ])('exits with 1 and adds no user for: %s', async (line, why) => {
    await ready()
    const before = await fixture().store.users.count(true)
    const { code, output, printed } = await facet(line)
    expect([code, printed, output.startsWith(why) ? why : output]).toEqual([1, '', why])
    expect(await fixture().store.users.count(true)).toBe(before)
  })

  it.each([
    ['short', 'The new password has fewer than 8 characters.'],
    ['eve-eve-eve', 'The new password is the user name.'],
    ['two\nlines', 'The password has more than one line.'],
    ['', 'The new password has fewer than 8 characters.'],
  ])('rejects the password %j', async (input, why) => {
    await ready()
    const { code, output: printed } = await facet('user add eve-eve-eve --role Gamma --password-stdin', { input })
    expect([code > 0, printed.startsWith(why) ? why : printed]).toEqual([true, why])
    expect(await fixture().store.users.byUsername('eve-eve-eve')).toBeUndefined()
  })

  it('a new password ends all sessions and links of the user', async () => {
    await ready()
    await facet('user add dora --role Gamma --generate')
    const { store, now } = fixture()
    const { id } = await user('dora')
    await store.sessions.create({ id: 'of dora', user_id: id, csrf_secret: 'c', expires_at: now + 60_000 })
    await store.loginLinks.create({ token_hash: 'link of dora', user_id: id, expires_at: now + 60_000 })
    const { code, output: printed } = await facet('user password dora', { answers: [PASSWORD, PASSWORD] })
    expect([code, printed]).toEqual([0, 'dora has a new password and is signed out everywhere, in /nowhere.'])
    expect(await fits('dora', PASSWORD)).toBe(true)
    expect(await store.sessions.get('of dora')).toBeUndefined()
    expect(await store.loginLinks.use('link of dora')).toBeUndefined()
    expect(await store.users.tokensFrom(id)).toBe(5)
  })

  it('adds and removes roles, but never removes the last administrator', async () => {
    await ready()
    await facet('user add root1 --role Admin --generate')
    await facet('user add root2 --role Alpha --generate')
    for (const line of ['user role root1 --remove Admin', 'user deactivate root1']) {
      const { code, output: printed } = await facet(line)
      expect([code, printed]).toEqual([
        1,
        'root1 is the last active administrator who can sign in. Give the role Admin to another active user who has a password first.',
      ])
    }
    expect((await facet('user role root2 --add Admin --remove Alpha')).output).toBe(
      'root2 has the roles Admin now, in /nowhere.',
    )
    expect((await facet('user deactivate root2')).code).toBe(0)
    expect((await facet('user role root1 --remove Admin')).code).toBe(1)
    expect((await facet('user activate root2')).code).toBe(0)
    const admins = (await fixture().store.roles.byName('Admin'))?.id ?? 0
    const { id: root } = await user('root1')
    const group = await fixture().store.groups.create({ name: 'Operators', roles: [admins], users: [root] }, null)
    expect((await facet('user role root1 --remove Admin')).output).toBe(
      'root1 has no role of their own now, and by groups the roles Admin, in /nowhere.',
    )
    await fixture().store.groups.remove(group.id, null)
    expect(await rolesOf('root1')).toEqual([])
    expect((await facet('user deactivate root2')).code).toBe(1)
  })

  it('rejects one of two concurrent calls that remove the last two administrators', async () => {
    await ready()
    const { store, again } = fixture()
    for (const name of ['first', 'second']) await facet(`user add ${name} --role Admin --generate`)
    for (const { username } of (await store.users.list({})).rows)
      if (!['first', 'second'].includes(username)) await facet(`user role ${username} --remove Admin`)
    const other = await again()
    const done = await Promise.all([
      run(store, words('user deactivate first')),
      run(other, words('user role second --remove Admin')),
    ])
    expect(done.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1])
  })

  it('deactivating a user ends their sessions, which activation does not restore', async () => {
    await ready()
    await facet('user add fred --role Gamma --generate')
    const { store, now } = fixture()
    const { id } = await user('fred')
    await store.sessions.create({ id: 'of fred', user_id: id, csrf_secret: 'c', expires_at: now + 60_000 })
    expect((await facet('user deactivate fred')).output).toBe('fred can no longer sign in, in /nowhere.')
    expect(await store.users.current(id)).toBeUndefined()
    expect((await facet('user activate fred')).output).toBe('fred can sign in again, in /nowhere.')
    expect(await store.users.current(id)).toBeDefined()
    expect(await store.sessions.get('of fred')).toBeUndefined()
  })

  it('lists human users and service accounts, and no password', async () => {
    await ready()
    await fixture().store.users.signedIn((await user('ada')).id, true)
    const { store } = fixture()
    const { id: alpha = 0 } = (await store.roles.byName('Alpha')) ?? {}
    await store.groups.create({ name: 'Team', users: [(await user('ada')).id], roles: [alpha] }, null)
    const { printed } = await facet('user list')
    const [head, ada] = printed.split('\n')
    expect(head).toMatch(/^NAME +FULL NAME +E-MAIL +ROLES +GROUPS +ACTIVE +LAST SIGN-IN \(UTC\)$/)
    expect(ada).toMatch(
      /^ada +Ada Lovelace +ada@example.org +Gamma, sql_lab, Alpha \(Team\) +Team +yes +2023-11-14 22:13$/,
    )
    const listed = JSON.parse((await facet('user list --json')).printed)
    expect(listed[0]).toEqual({
      id: (await user('ada')).id,
      username: 'ada',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.org',
      roles: ['Gamma', 'sql_lab'],
      groups: [{ name: 'Team', roles: ['Alpha'] }],
      active: true,
      is_service: false,
      last_login: '2023-11-14T22:13:20.000Z',
    })
    expect(printed).not.toContain('argon2')
  })
})

it.each([
  ['user add', 'NAME is missing.'],
  ['user add a b --role Gamma', '"b" is an unexpected argument.'],
  ['user add a --rolle Gamma', "Unknown option '--rolle'."],
  ['user add a --role', "Option '--role <value>' argument missing."],
  ['user list --json=yes', "Option '--json' does not take an argument."],
])('Explains how to call: facet %s', async (line, why) => {
  const { code, output, printed } = await run(undefined, words(line))
  expect([code, printed, output.split('\n')[0]]).toEqual([2, '', why])
  expect(output).toContain(`facet ${words(line).slice(0, 2).join(' ')}`)
})

it('Explains a missing password option', async () => {
  const store = {
    settings: { get: async () => undefined },
    users: { list: async () => ({ rows: [] }) },
    roles: { list: async () => ({ rows: [{ name: 'Gamma' }] }) },
  }
  const reported = async (line: string) => (await run(store as unknown as Store, words(line))).output.split('\n')[0]
  expect(await reported('user add a --role Gamma')).toBe(
    'There is no terminal to prompt for a password: give --password-stdin or --generate.',
  )
  expect(await reported('user add a --role Gamma --generate --password-stdin')).toBe(
    'Give --generate or --password-stdin, not both.',
  )
  expect(await reported('user role a')).toBe('Give --add or --remove.')
  expect(await reported('user role a --add Gamma --remove Gamma')).toBe('Gamma is in both --add and --remove.')
})

it('Helps with all commands, with those that begin so, and with one', async () => {
  const all = await run(undefined, ['--help'])
  expect([all.code, all.printed.split('\n')[0]]).toEqual([
    0,
    '  facet user add NAME                  Adds a user; prompts for the password unless an option is given',
  ])
  expect((await run(undefined, ['user', '--help'])).printed).toContain('facet user list ')
  const one = await run(undefined, words('user add --help'))
  expect([one.code, one.printed]).toEqual([0, expect.stringContaining('  --role ROLE ...\n      A role of the user')])
  expect(await run(undefined, [])).toMatchObject({ code: 2, printed: '' })
  expect((await run(undefined, ['usr', 'add'])).output).toMatch(/^There is no command usr add\.\n {2}facet user add/)
})

it('Rejects a change of the password that a setting gives', async () => {
  const users = { byUsername: async () => ({ id: 1, username: 'admin' }) }
  const store = { users, settings: { get: async () => undefined } } as unknown as Store
  const { code, output: printed } = await run(
    store,
    words('user password admin --generate'),
    {},
    { adminPassword: 'x' },
  )
  expect([code, printed]).toEqual([
    1,
    'The setting FACET_ADMIN_PASSWORD determines the password of admin. Change or remove the setting, and restart Facet.',
  ])
})

it('Reports the wrong settings', async () => {
  const lines: string[] = []
  const terminal = { printMessage: (line: string) => void lines.push(line) } as unknown as Terminal
  const settings = { problems: ['PORT must be a number from 0 to 65535'] }
  const openStore = () => Promise.reject(new Error('not to be opened'))
  expect(await runCommand(words('user list'), { terminal, now: () => 0, settings, openStore })).toBe(1)
  expect(lines).toEqual(['PORT must be a number from 0 to 65535.'])
})
