import { createContext, useContext } from 'react'
import type { CodeHandle } from '#ui/input/code/pane.ts'
import type { PreviewRunner } from './state/preview-runner.ts'
import type { StatementRunner } from './state/runner.ts'
import type { TabSync } from './state/tab-sync.ts'

/** Holds the editor of the visible tab. */
export class ActiveEditor {
  #current: CodeHandle | null = null

  get current(): CodeHandle | null {
    return this.#current
  }

  /** Registers an editor. Returns a function that unregisters it, unless another was registered by then. */
  show(handle: CodeHandle): () => void {
    this.#current = handle
    return () => {
      if (this.#current === handle) this.#current = null
    }
  }
}

/** The services shared by the parts of the page. */
export interface SqlLabServices {
  readonly sync: TabSync
  readonly runner: StatementRunner
  readonly previews: PreviewRunner
  /** The editor of the visible tab. */
  readonly editor: ActiveEditor
}

export const ServicesContext = createContext<SqlLabServices | null>(null)

export function useServices(): SqlLabServices {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('No SQL editor around this component.')
  return services
}
