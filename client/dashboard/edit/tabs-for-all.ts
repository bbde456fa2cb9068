import { insertNode } from '#core/layout/edit.ts'
import { makeNode } from '#core/layout/make.ts'
import { ROOT_ID } from '#core/layout/node.ts'
import { editLayout } from '../state/edit.ts'
import type { Hands } from './acts.ts'
import { newSuffix } from './new-suffix.ts'

/** Gives the dashboard tabs; what it holds moves into the first. */
export function tabsForAll({ store }: Hands): void {
  const tabs = makeNode('TABS', newSuffix)
  const edit = insertNode(store.getState().layout, tabs, { parentId: ROOT_ID, index: 0 }, newSuffix)
  if ('ok' in edit) editLayout(store, () => edit.ok)
}
