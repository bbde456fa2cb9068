import type { Layout } from '#core/layout/node.ts'
import type { DashboardInfo } from '#client/dashboard/state/info.ts'

/** What may be changed of what a dashboard says of itself beside its title, and is kept where it was. */
const said = [
  'slug',
  'owners',
  'roles',
  'tags',
  'certifiedBy',
  'certificationDetails',
  'css',
  'metadata',
] as const satisfies readonly (keyof DashboardInfo)[]

export type Said = Partial<Pick<DashboardInfo, (typeof said)[number]>>

/** What a person had changed and not saved. */
export interface Draft {
  /** The dashboard's version the changes start from. */
  readonly version: number | null
  /** Epoch milliseconds. */
  readonly keptAt: number
  readonly title: string
  readonly published: boolean
  readonly layout: Layout
  /** What else was changed of what the dashboard says of itself. */
  readonly said?: Said
}

/** What was changed of what a dashboard says of itself, its title and state aside. */
export function saidChanges(before: DashboardInfo, after: DashboardInfo): Said {
  const isOther = (key: (typeof said)[number]) => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  return Object.fromEntries(said.filter(isOther).map((key) => [key, after[key]]))
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
  const changes = typeof draft.said === 'object' && draft.said !== null ? draft.said : {}
  const known = Object.fromEntries(Object.entries(changes).filter(([key]) => (said as readonly string[]).includes(key)))
  const isWhole =
    typeof keptAt === 'number' && typeof title === 'string' && typeof layout === 'object' && layout !== null
  if (!isWhole) return null
  const more = Object.keys(known).length > 0 ? { said: known } : {}
  return { version, keptAt, title, published: published === true, layout, ...more }
}
