import { hasPermission } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import type { Route } from '#server/route/route.ts'

interface Item {
  /** The view of the permission: `menu_access` on this name. */
  readonly name: string
  readonly label: () => string
  readonly icon: string
  readonly url?: string
  readonly childs?: readonly Item[]
}

const MENU: readonly Item[] = [
  {
    name: 'Security',
    label: () => t('Security'),
    icon: 'fa-cogs',
    childs: [
      { name: 'List Users', label: () => t('List Users'), icon: 'fa-user', url: '/users/list/' },
      { name: 'List Roles', label: () => t('List Roles'), icon: 'fa-group', url: '/roles/list/' },
      {
        name: 'Row Level Security',
        label: () => t('Row Level Security'),
        icon: 'fa-lock',
        url: '/rowlevelsecurity/list/',
      },
      { name: 'Action Log', label: () => t('Action Log'), icon: 'fa-list-ol', url: '/actionlog/list/' },
    ],
  },
  { name: 'Dashboards', label: () => t('Dashboards'), icon: 'fa-dashboard', url: '/dashboard/list/' },
  { name: 'Charts', label: () => t('Charts'), icon: 'fa-bar-chart', url: '/chart/list/' },
  {
    name: 'Data',
    label: () => t('Data'),
    icon: 'fa-database',
    childs: [
      { name: 'Databases', label: () => t('Databases'), icon: 'fa-database', url: '/databaseview/list/' },
      { name: 'Datasets', label: () => t('Datasets'), icon: 'fa-table', url: '/tablemodelview/list/' },
    ],
  },
  {
    name: 'Manage',
    label: () => t('Manage'),
    icon: '',
    childs: [
      { name: 'CSS Templates', label: () => t('CSS templates'), icon: 'fa-css3', url: '/css_template/list/' },
      {
        name: 'Annotation Layers',
        label: () => t('Annotation layers'),
        icon: 'fa-comment',
        url: '/annotation_layer/list/',
      },
    ],
  },
]

/** `GET /api/v1/menu/`: returns the pages of the product in the caller's menu. */
export const menuRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    policy: { allow: 'signed in' },
    async handler({ user }) {
      const shown = (items: readonly Item[]): readonly object[] =>
        items
          .filter(({ name }) => hasPermission(user, 'menu_access', name))
          .map(({ childs, label, ...item }) => ({
            ...item,
            label: label(),
            ...(childs ? { childs: shown(childs) } : {}),
          }))
      return { status: 200, json: { result: shown(MENU) } }
    },
  },
]
