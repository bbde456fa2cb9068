import type { Layout } from '#core/layout/node.ts'

/** What a person had changed and not saved. */
export interface Draft {
  /** The dashboard's version the changes start from. */
  readonly version: number | null
  /** Epoch milliseconds. */
  readonly keptAt: number
  readonly title: string
  readonly published: boolean
  readonly layout: Layout
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps unsaved changes of one person's dashboard over reloads and crashes. */
export function draftShelf(storage: Shelf | undefined, userId: number | null, dashboardId: number) {
  const key = `facet:draft:dashboard:${userId ?? 'anonymous'}:${dashboardId}`
  return {
    /** The draft kept, or null; what cannot be read is no draft. */
    load(): Draft | null {
      try {
        return readDraft(JSON.parse(storage?.getItem(key) ?? 'null'))
      } catch {
        return null
      }
    },
    /** False when the browser has no room or allows no storage. */
    keep(draft: Draft): boolean {
      try {
        storage?.setItem(key, JSON.stringify(draft))
        return storage !== undefined
      } catch {
        return false
      }
    },
    forget(): void {
      try {
        storage?.removeItem(key)
      } catch {
        // storage that cannot be changed holds no draft of ours
      }
    },
  }
}

function readDraft(value: unknown): Draft | null {
  const draft = value as Partial<Draft> | null
  if (typeof draft !== 'object' || draft === null) return null
  const { version = null, keptAt, title, published, layout } = draft
  const isWhole =
    typeof keptAt === 'number' && typeof title === 'string' && typeof layout === 'object' && layout !== null
  return isWhole ? { version, keptAt, title, published: published === true, layout } : null
}
