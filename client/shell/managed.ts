import { has } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'

/** Returns the menu entries for CSS templates, annotation layers and tags, limited to those the user may read. */
export function managed(user: Pick<CurrentUser, 'roles'>): readonly MenuEntry[] {
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
      has(user, 'menu_access', menu) && has(user, 'can_read', view) ? [entry] : [],
    ),
    ...(has(user, 'can_read', 'Tag') ? [tags] : []),
  ]
}
