import { useDashboard } from '../state/store.ts'
import { topTabsNode } from './state/edit-page.ts'
import { TabBar } from './TabBar.tsx'

/** The tabs at the top of the dashboard, when it has any. */
export function TopTabs() {
  const tabs = useDashboard(topTabsNode)
  return tabs ? <TabBar tabs={tabs} size="md" /> : null
}
