import { expect, it } from 'vitest'
import { accessEntries, managementEntries } from './management-entries.ts'
import { userMenuEntries } from './user-menu.ts'

const person = { username: 'ada', firstName: 'Ada', lastName: 'Lovelace', isAnonymous: false }

function menu(
  user: Parameters<typeof userMenuEntries>[0]['user'],
  theme: 'light' | 'dark' | 'system' = 'system',
  pairs: readonly (readonly [string, string])[] = [],
) {
  const done: string[] = []
  const entries = userMenuEntries({
    user,
    manages: managementEntries({ roles: { Role: pairs } }),
    access: accessEntries({ roles: { Role: pairs } }),
    theme,
    onTheme: (chosen) => done.push(chosen),
    onSignIn: () => done.push('in'),
    onSignOut: () => done.push('out'),
    onStopView: () => done.push('stop'),
  })
  return { entries, done }
}

const lines = (entries: ReturnType<typeof userMenuEntries>) =>
  entries.map((each) => ('label' in each ? each.label : '-'))

it('The menu names the user and links to the account and sign-out', () => {
  const { entries, done } = menu(person)
  expect(lines(entries)).toEqual(['Ada Lovelace', 'Your account', 'Theme', 'Light', 'Dark', 'System', '-', 'Sign out'])
  expect(entries[1]).toMatchObject({ href: '/account' })
  for (const entry of entries) if ('onAction' in entry) entry.onAction?.()
  expect(done).toEqual(['light', 'dark', 'system', 'out'])
})

it('Only the selected theme is marked', () => {
  for (const theme of ['light', 'dark', 'system'] as const) {
    const marked = menu(person, theme).entries.filter((entry) => 'isChecked' in entry && entry.isChecked)
    expect(marked.map(({ id }) => id)).toEqual([theme])
  }
})

it('Users without another name are shown by their user name', () => {
  expect(lines(menu({ ...person, firstName: '', lastName: '' }).entries)[0]).toBe('ada')
})

it('Anonymous users can sign in, and have no account', () => {
  const { entries, done } = menu({ username: '', firstName: '', lastName: '', isAnonymous: true })
  expect(lines(entries)).toEqual(['Not signed in', 'Theme', 'Light', 'Dark', 'System', '-', 'Sign in'])
  const last = entries.at(-1)
  if (last && 'onAction' in last) last.onAction?.()
  expect(done).toEqual(['in'])
})

it('shows the command to leave a view instead of account or sign-in', () => {
  const view = { name: 'Gamma', administrator: { id: 1, username: 'ada' }, until: 1 }
  for (const [isAnonymous, type] of [
    [true, 'role'],
    [false, 'user'],
  ] as const) {
    const { entries, done } = menu({ ...person, isAnonymous, viewAs: { ...view, type, id: 3 } })
    expect(lines(entries)).toEqual([
      'Gamma (read only)',
      'Stop viewing',
      'Theme',
      'Light',
      'Dark',
      'System',
      '-',
      'Sign out',
    ])
    const stop = entries[1]
    if (stop && 'onAction' in stop) stop.onAction?.()
    expect(done).toEqual(['stop'])
  }
})

it('S-PERM-13: Users with menu access and read permission get CSS templates and annotation layers', () => {
  const shown = [
    ['menu_access', 'CSS Templates'],
    ['menu_access', 'Annotation Layers'],
  ] as const
  const { entries } = menu(person, 'system', [...shown, ['can_read', 'CssTemplate'], ['can_read', 'Annotation']])
  expect(lines(entries).slice(1, 5)).toEqual(['Your account', 'Manage', 'CSS templates', 'Annotation layers'])
  expect(entries.flatMap((each) => ('href' in each ? each.href : []))).toEqual([
    '/account',
    '/css_template/list',
    '/annotation_layer/list',
  ])
  const offered = (...pairs: readonly (readonly [string, string])[]) =>
    lines(menu(person, 'system', pairs).entries).filter((line) => /^(CSS|Annotation)/.test(line))
  expect(offered(...shown)).toEqual([])
  expect(offered(...shown, ['can_read', 'Annotation'])).toEqual(['Annotation layers'])
  expect(offered(['can_read', 'CssTemplate'], ['can_read', 'Annotation'])).toEqual([])
})

it('lists the pages of users and access that the user may read, and no others', () => {
  const access = [
    ['can_read', 'User'],
    ['can_read', 'Role'],
    ['can_read', 'RowLevelSecurity'],
    ['can_read', 'Log'],
  ] as const
  const { entries } = menu(person, 'system', access)
  const at = lines(entries).indexOf('Users and access')
  expect(lines(entries).slice(at, at + 5)).toEqual([
    'Users and access',
    'Users',
    'Roles',
    'Row-level security',
    'Action log',
  ])
  expect(lines(menu(person, 'system', [['can_read', 'Chart']]).entries)).not.toContain('Users and access')
})
