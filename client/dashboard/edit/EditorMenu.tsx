import { useState } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { visibilityText } from '../properties/visibility.ts'
import { topTabsNode } from './state/edit-page.ts'
import { edit, editLayout } from '../state/edit.ts'
import { useDashboard } from '../state/store.ts'
import { usePointerInput } from './use-pointer-input.ts'
import { type EditorStores, revealNewNode } from './editor-actions.ts'
import { makeNode } from '#core/layout/make-node.ts'
import { newSuffix } from '#client/dashboard/state/new-suffix.ts'
import { insertNode } from '#core/layout/move-node.ts'
import { ROOT_ID } from '#core/layout/node.ts'

/** Adds top-level tabs. The content of the dashboard moves into the first tab, which the user is asked to name. */
function tabsForAll(stores: EditorStores): void {
  const { store } = stores
  const tabs = makeNode('TABS', newSuffix)
  const inserted = insertNode(store.getState().layout, tabs, { parentId: ROOT_ID, index: 0 }, newSuffix)
  if (!('ok' in inserted)) return
  editLayout(store, () => inserted.ok)
  revealNewNode(stores, tabs)
}

const PropertiesDialog = onDemand(() =>
  import('../properties/PropertiesDialog.tsx').then((module) => module.PropertiesDialog),
)
const SaveAsDialog = onDemand(() => import('../properties/SaveAsDialog.tsx').then((module) => module.SaveAsDialog))

/** The less frequent commands of the editor. */
export function EditorMenu() {
  const stores = usePointerInput()
  const { store, session } = stores
  const { published, roles, dash_save_perm } = useDashboard((state) => state.info)
  const hasTopTabs = useDashboard((state) => topTabsNode(state) !== undefined)
  const [open, setOpen] = useState<'properties' | 'copy'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu
        label={t('More')}
        placement="bottom end"
        trigger={<IconButton icon="more" label={t('More')} />}
        items={[
          { id: 'properties', label: t('Edit properties'), icon: 'settings', onAction: () => setOpen('properties') },
          { id: 'css', label: t('Edit CSS'), icon: 'code', onAction: () => session.setState({ isStyling: true }) },
          ...(dash_save_perm
            ? [{ id: 'copy', label: t('Save as'), icon: 'copy' as const, onAction: () => setOpen('copy') }]
            : []),
          { id: 'line', kind: 'separator' },
          {
            id: 'published',
            label: t('Published'),
            detail: visibilityText(published, roles.length > 0),
            isChecked: published,
            onAction: () => edit(store, ({ info }) => ({ info: { ...info, published: !info.published } })),
          },
          {
            id: 'tabs',
            label: t('Put everything into tabs'),
            icon: 'tabs',
            isDisabled: hasTopTabs,
            onAction: () => tabsForAll(stores),
          },
        ]}
      />
      {open === 'properties' && <PropertiesDialog onClose={close} />}
      {open === 'copy' && <SaveAsDialog onClose={close} />}
    </>
  )
}
