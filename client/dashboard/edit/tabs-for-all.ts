import { insertNode } from '#core/layout/edit.ts'
import { makeNode } from '#core/layout/make.ts'
import { ROOT_ID } from '#core/layout/node.ts'
import { editLayout } from '../state/edit.ts'
import { type EditorStores, showNew } from './editor-actions.ts'
import { newSuffix } from '#client/dashboard/state/new-suffix.ts'

/** Adds top-level tabs. The content of the dashboard moves into the first tab, which the user is asked to name. */
export function tabsForAll(stores: EditorStores): void {
  const { store } = stores
  const tabs = makeNode('TABS', newSuffix)
  const edit = insertNode(store.getState().layout, tabs, { parentId: ROOT_ID, index: 0 }, newSuffix)
  if (!('ok' in edit)) return
  editLayout(store, () => edit.ok)
  showNew(stores, tabs)
}
