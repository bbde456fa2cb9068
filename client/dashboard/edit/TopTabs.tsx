import { useDashboard } from '../state/store.ts'
import { topTabsNode } from './state/edit-page.ts'
import { TabBar } from './TabBar.tsx'

/** The top-level tabs of the dashboard, if it has any. */
export function TopTabs() {
  const tabs = useDashboard(topTabsNode)
  return tabs ? <TabBar tabs={tabs} size="md" /> : null
}
