import { createContext, type RefObject, useContext } from 'react'
import type { CodeHandle } from '#ui/input/code/pane.ts'
import type { Runner } from './state/runner.ts'
import type { TabSync } from './state/tab-sync.ts'

/** What the parts of the page act with. */
export interface SqlLabServices {
  readonly sync: TabSync
  readonly runner: Runner
  /** The editor of the tab that is shown. */
  readonly editor: RefObject<CodeHandle | null>
}

export const ServicesContext = createContext<SqlLabServices | null>(null)

export function useServices(): SqlLabServices {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('No SQL editor around this component.')
  return services
}
