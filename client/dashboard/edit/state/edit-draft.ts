import { dashboardDraftKey } from '#client/session/drafts.ts'
import type { Layout } from '#core/layout/node.ts'
import type { DashboardInfo } from '#client/dashboard/state/dashboard-info.ts'

/** Dashboard properties besides the title that can be edited and are part of a draft. */
const DRAFT_PROPERTIES = [
  'slug',
  'owners',
  'roles',
  'tags',
  'certifiedBy',
  'certificationDetails',
  'css',
  'metadata',
] as const satisfies readonly (keyof DashboardInfo)[]

export type ChangedProperties = Partial<Pick<DashboardInfo, (typeof DRAFT_PROPERTIES)[number]>>

/** The unsaved changes of a user. */
export interface EditDraft {
  /** The dashboard version that the changes are based on. */
  readonly version: number | null
  /** Epoch milliseconds. */
  readonly keptAt: number
  readonly title: string
  readonly published: boolean
  readonly layout: Layout
  /** Other changed dashboard properties. */
  readonly said?: ChangedProperties
}

/** Returns the changed dashboard properties, except title and published state. */
export function changedProperties(before: DashboardInfo, after: DashboardInfo): ChangedProperties {
  const isOther = (key: (typeof DRAFT_PROPERTIES)[number]) => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  return Object.fromEntries(DRAFT_PROPERTIES.filter(isOther).map((key) => [key, after[key]]))
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Stores the unsaved changes of one user's dashboard across reloads and crashes. */
export function draftStorage(storage: DraftStorage | undefined, userId: number | null, dashboardId: number) {
  const key = dashboardDraftKey(userId, dashboardId)
  return {
    /** Returns the stored draft, or null if there is none or it cannot be read. */
    load(): EditDraft | null {
      try {
        return readDraft(JSON.parse(storage?.getItem(key) ?? 'null'))
      } catch {
        return null
      }
    },
    /** Returns false if the browser's storage is full or disabled. */
    keep(draft: EditDraft): boolean {
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
        // storage that cannot be written holds no draft
      }
    },
  }
}

function readDraft(value: unknown): EditDraft | null {
  const draft = value as Partial<EditDraft> | null
  if (typeof draft !== 'object' || draft === null) return null
  const { version = null, keptAt: savedAt, title, published, layout } = draft
  const changes = typeof draft.said === 'object' && draft.said !== null ? draft.said : {}
  const known = Object.fromEntries(
    Object.entries(changes).filter(([key]) => (DRAFT_PROPERTIES as readonly string[]).includes(key)),
  )
  const isWhole =
    typeof savedAt === 'number' && typeof title === 'string' && typeof layout === 'object' && layout !== null
  if (!isWhole) return null
  const more = Object.keys(known).length > 0 ? { said: known } : {}
  return { version, keptAt: savedAt, title, published: published === true, layout, ...more }
}
