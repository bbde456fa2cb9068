import { hasPermission } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'

/** Returns the menu entries for users, roles, row rules and the action log, limited to those the user may read. */
export function accessEntries(user: Pick<CurrentUser, 'roles'>): readonly MenuEntry[] {
  const pages = [
    { view: 'User', id: 'users', label: t('Users'), icon: 'user', href: '/users/list' },
    { view: 'Role', id: 'roles', label: t('Roles'), icon: 'lock', href: '/roles/list' },
    {
      view: 'RowLevelSecurity',
      id: 'rowlevelsecurity',
      label: t('Row-level security'),
      icon: 'filter',
      href: '/rowlevelsecurity/list',
    },
    { view: 'Log', id: 'actionlog', label: t('Action log'), icon: 'history', href: '/actionlog/list' },
  ] as const
  return pages.flatMap(({ view, ...entry }) => (hasPermission(user, 'can_read', view) ? [entry] : []))
}

/** Returns the menu entries for CSS templates, annotation layers and tags, limited to those the user may read. */
export function managementEntries(user: Pick<CurrentUser, 'roles'>): readonly MenuEntry[] {
  const lists = [
    {
      menu: 'CSS Templates',
      view: 'CssTemplate',
      id: 'css_template',
      label: t('CSS templates'),
      icon: 'code',
      href: '/css_template/list',
    },
    {
      menu: 'Annotation Layers',
      view: 'Annotation',
      id: 'annotation_layer',
      label: t('Annotation layers'),
      icon: 'layers',
      href: '/annotation_layer/list',
    },
  ] as const
  const tags: MenuEntry = { id: 'tag', label: t('Tags'), icon: 'tag', href: '/tag/list' }
  return [
    ...lists.flatMap(({ menu, view, ...entry }) =>
      hasPermission(user, 'menu_access', menu) && hasPermission(user, 'can_read', view) ? [entry] : [],
    ),
    ...(hasPermission(user, 'can_read', 'Tag') ? [tags] : []),
  ]
}
