import { hasPermission } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { t } from '#core/text/t.ts'
import type { PaletteItem } from '#client/palette/palette-items.ts'
import { chooseTheme } from '#client/session/theme.ts'
import { session } from '#client/session/session.ts'
import { currentTheme } from '#ui/tokens/theme.ts'

/** A page of the application, and the check whether the palette offers it to a user. */
interface PalettePage {
  readonly item: PaletteItem
  readonly isOffered: (user: Pick<CurrentUser, 'roles' | 'isAnonymous'>) => boolean
}

/** Returns the palette item of a page, offered to users with a permission. */
const pageFor = (permission: string, view: string, item: PaletteItem): PalettePage => ({
  item,
  isOffered: (user) => hasPermission(user, permission, view),
})
const signedIn: PalettePage['isOffered'] = ({ isAnonymous }) => !isAnonymous

/** The pages about users and what they may do. */
const accessPages = (): readonly PalettePage[] => [
  pageFor('can_read', 'DashboardGrant', {
    id: 'grants',
    label: t('Access by role'),
    icon: 'lock',
    href: '/dashboard_grant/list',
  }),
  pageFor('can_read', 'User', { id: 'users', label: t('Users'), icon: 'user', href: '/users/list' }),
  pageFor('can_read', 'Role', { id: 'roles', label: t('Roles'), icon: 'lock', href: '/roles/list' }),
  pageFor('can_read', 'Group', { id: 'groups', label: t('Groups'), icon: 'user', href: '/list_groups' }),
  pageFor('can_read', 'RowLevelSecurity', {
    id: 'row rules',
    label: t('Row-level security'),
    icon: 'filter',
    href: '/rowlevelsecurity/list',
  }),
  pageFor('can_read', 'Log', { id: 'action log', label: t('Action log'), icon: 'history', href: '/actionlog/list' }),
]

/** The pages that the navigation rail does not link to. */
const palettePages = (): readonly PalettePage[] => [
  pageFor('can_write', 'Chart', { id: 'new chart', label: t('New chart'), icon: 'plus', href: '/chart/add' }),
  pageFor('can_read', 'Folder', { id: 'folders', label: t('Folders'), icon: 'folder', href: '/folder/list' }),
  pageFor('can_read', 'Tag', { id: 'tags', label: t('Tags'), icon: 'tag', href: '/tag/list' }),
  pageFor('can_read', 'Database', { id: 'databases', label: t('Databases'), icon: 'database', href: '/database/list' }),
  pageFor('can_read', 'Query', {
    id: 'query history',
    label: t('Query history'),
    icon: 'history',
    href: '/sqllab/history',
  }),
  pageFor('can_read', 'SavedQuery', {
    id: 'saved queries',
    label: t('Saved queries'),
    icon: 'sql',
    href: '/saved_query/list',
  }),
  pageFor('can_read', 'Annotation', {
    id: 'annotations',
    label: t('Annotation layers'),
    icon: 'layers',
    href: '/annotation_layer/list',
  }),
  pageFor('can_read', 'CssTemplate', {
    id: 'css',
    label: t('CSS templates'),
    icon: 'palette',
    href: '/css_template/list',
  }),
  ...accessPages(),
  pageFor('can_write', 'DynamicPlugin', {
    id: 'plug-ins',
    label: t('Plug-ins'),
    icon: 'chart',
    href: '/dynamic_plugin/list',
  }),
  { item: { id: 'bin', label: t('Bin'), icon: 'trash', href: '/bin' }, isOffered: signedIn },
  { item: { id: 'account', label: t('Your account'), icon: 'user', href: '/account' }, isOffered: signedIn },
  pageFor('can_show', 'SwaggerView', { id: 'api', label: t('API'), icon: 'code', href: '/swagger/v1' }),
]

/** Returns the pages and commands available on every page; `rail` are the items of the navigation rail. */
export function globalPaletteItems(rail: readonly PaletteItem[]): readonly PaletteItem[] {
  const { user } = session()
  const isDark = currentTheme() === 'dark'
  return [
    ...rail,
    ...palettePages().flatMap(({ item, isOffered }) => (isOffered(user) ? [item] : [])),
    {
      id: 'theme',
      label: isDark ? t('Light theme') : t('Dark theme'),
      icon: isDark ? 'sun' : 'moon',
      act: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
  ]
}
