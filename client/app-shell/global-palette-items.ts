import { hasPermission } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { t } from '#core/text/t.ts'
import type { PaletteItem } from '#client/palette/palette-items.ts'
import { chooseTheme } from '#client/session/theme.ts'
import { session } from '#client/session/session.ts'
import { shownTheme } from '#ui/tokens/theme.ts'

/** A page of the application, and the check whether the palette offers it to a user. */
interface PalettePage {
  readonly item: PaletteItem
  readonly isOffered: (user: Pick<CurrentUser, 'roles' | 'isAnonymous'>) => boolean
}

const hasPermissionFor =
  (permission: string, view: string): PalettePage['isOffered'] =>
  (user) =>
    hasPermission(user, permission, view)
const signedIn: PalettePage['isOffered'] = ({ isAnonymous }) => !isAnonymous

/** The pages about users and what they may do. */
const accessPlaces = (): readonly PalettePage[] => [
  {
    item: { id: 'grants', label: t('Access by role'), icon: 'lock', href: '/dashboard_grant/list' },
    isOffered: hasPermissionFor('can_read', 'DashboardGrant'),
  },
  {
    item: { id: 'users', label: t('Users'), icon: 'user', href: '/users/list' },
    isOffered: hasPermissionFor('can_read', 'User'),
  },
  {
    item: { id: 'roles', label: t('Roles'), icon: 'lock', href: '/roles/list' },
    isOffered: hasPermissionFor('can_read', 'Role'),
  },
  {
    item: { id: 'groups', label: t('Groups'), icon: 'user', href: '/list_groups' },
    isOffered: hasPermissionFor('can_read', 'Group'),
  },
  {
    item: { id: 'row rules', label: t('Row-level security'), icon: 'filter', href: '/rowlevelsecurity/list' },
    isOffered: hasPermissionFor('can_read', 'RowLevelSecurity'),
  },
  {
    item: { id: 'action log', label: t('Action log'), icon: 'history', href: '/actionlog/list' },
    isOffered: hasPermissionFor('can_read', 'Log'),
  },
]

/** The pages that the navigation rail does not link to. */
const palettePages = (): readonly PalettePage[] => [
  {
    item: { id: 'new chart', label: t('New chart'), icon: 'plus', href: '/chart/add' },
    isOffered: hasPermissionFor('can_write', 'Chart'),
  },
  {
    item: { id: 'folders', label: t('Folders'), icon: 'folder', href: '/folder/list' },
    isOffered: hasPermissionFor('can_read', 'Folder'),
  },
  {
    item: { id: 'tags', label: t('Tags'), icon: 'tag', href: '/tag/list' },
    isOffered: hasPermissionFor('can_read', 'Tag'),
  },
  {
    item: { id: 'databases', label: t('Databases'), icon: 'database', href: '/database/list' },
    isOffered: hasPermissionFor('can_read', 'Database'),
  },
  {
    item: { id: 'query history', label: t('Query history'), icon: 'history', href: '/sqllab/history' },
    isOffered: hasPermissionFor('can_read', 'Query'),
  },
  {
    item: { id: 'saved queries', label: t('Saved queries'), icon: 'sql', href: '/saved_query/list' },
    isOffered: hasPermissionFor('can_read', 'SavedQuery'),
  },
  {
    item: { id: 'annotations', label: t('Annotation layers'), icon: 'layers', href: '/annotation_layer/list' },
    isOffered: hasPermissionFor('can_read', 'Annotation'),
  },
  {
    item: { id: 'css', label: t('CSS templates'), icon: 'palette', href: '/css_template/list' },
    isOffered: hasPermissionFor('can_read', 'CssTemplate'),
  },
  ...accessPlaces(),
  {
    item: { id: 'plug-ins', label: t('Plug-ins'), icon: 'chart', href: '/dynamic_plugin/list' },
    isOffered: hasPermissionFor('can_write', 'DynamicPlugin'),
  },
  { item: { id: 'bin', label: t('Bin'), icon: 'trash', href: '/bin' }, isOffered: signedIn },
  { item: { id: 'account', label: t('Your account'), icon: 'user', href: '/account' }, isOffered: signedIn },
  {
    item: { id: 'api', label: t('API'), icon: 'code', href: '/swagger/v1' },
    isOffered: hasPermissionFor('can_show', 'SwaggerView'),
  },
]

/** Returns the pages and commands available on every page; `rail` are the items of the navigation rail. */
export function globalPaletteItems(rail: readonly PaletteItem[]): readonly PaletteItem[] {
  const { user } = session()
  const isDark = shownTheme() === 'dark'
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
