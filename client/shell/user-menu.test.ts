import { expect, it } from 'vitest'
import { managed } from './managed.ts'
import { userMenuEntries } from './user-menu.ts'

const person = { username: 'ada', firstName: 'Ada', lastName: 'Lovelace', isAnonymous: false }

function menu(user: typeof person, theme: 'light' | 'dark' | 'system' = 'system', menus: readonly string[] = []) {
  const done: string[] = []
  const entries = userMenuEntries({
    user,
    manages: managed({ roles: { Role: menus.map((view) => ['menu_access', view]) } }),
    theme,
    onTheme: (chosen) => done.push(chosen),
    onSignIn: () => done.push('in'),
    onSignOut: () => done.push('out'),
  })
  return { entries, done }
}

const lines = (entries: ReturnType<typeof userMenuEntries>) =>
  entries.map((each) => ('label' in each ? each.label : '-'))

it('The menu names the person and leads to the account and out', () => {
  const { entries, done } = menu(person)
  expect(lines(entries)).toEqual([
    'Ada Lovelace',
    'Your account',
    'Theme',
    'Light',
    'Dark',
    'As the system',
    '-',
    'Sign out',
  ])
  expect(entries[1]).toMatchObject({ href: '/account' })
  for (const entry of entries) if ('onAction' in entry) entry.onAction?.()
  expect(done).toEqual(['light', 'dark', 'system', 'out'])
})

it('The theme that was chosen is marked, and no other', () => {
  for (const theme of ['light', 'dark', 'system'] as const) {
    const marked = menu(person, theme).entries.filter((entry) => 'isChecked' in entry && entry.isChecked)
    expect(marked.map(({ id }) => id)).toEqual([theme])
  }
})

it('Who has no other name is called by the user name', () => {
  expect(lines(menu({ ...person, firstName: '', lastName: '' }).entries)[0]).toBe('ada')
})

it('Who has not signed in can, and has no account', () => {
  const { entries, done } = menu({ username: '', firstName: '', lastName: '', isAnonymous: true })
  expect(lines(entries)).toEqual(['Not signed in', 'Theme', 'Light', 'Dark', 'As the system', '-', 'Sign in'])
  const last = entries.at(-1)
  if (last && 'onAction' in last) last.onAction?.()
  expect(done).toEqual(['in'])
})

it('Who the menu shows the way to them is led to CSS templates and annotation layers', () => {
  const { entries } = menu(person, 'system', ['CSS Templates', 'Annotation Layers'])
  expect(lines(entries).slice(1, 5)).toEqual(['Your account', 'Manage', 'CSS templates', 'Annotation layers'])
  expect(entries.flatMap((each) => ('href' in each ? each.href : []))).toEqual([
    '/account',
    '/css_template/list',
    '/annotation_layer/list',
  ])
  expect(lines(menu(person, 'system', ['CSS Templates']).entries)).not.toContain('Annotation layers')
})
