import type { ReactNode } from 'react'
import type { BundledName } from '#calls/bundles.ts'
import type { ResourceName } from '#calls/resources.ts'
import type { TaggedKind } from '#calls/tags.ts'
import type { TableColumn } from '#ui/display/table-column.ts'
import type { CardContent } from './CardGrid.tsx'
import type { ListFilter } from './list-filter.ts'
import type { SortOrder } from './list-state.ts'
import type { RemovalTexts } from './removal-texts.ts'
import type { RemovalErrorHandler, Row, SearchFilter } from './use-resource-list.ts'

/** A link from a list to another page. */
export interface ListLink {
  readonly href: string
  readonly text: string
}

/** An entity that uses a row. */
export interface EntityUse {
  readonly name: string
  readonly href: string
}

/** The configuration of a list page. */
export interface ResourceListProps<R extends Row> {
  readonly name: ResourceName
  readonly title: string
  /** Singular, as used in messages: `chart`. */
  readonly noun: string
  readonly searchLabel: string
  /** The filter that the search text is sent as. */
  readonly searchFilter: SearchFilter
  readonly filters?: readonly ListFilter[]
  /** Present if rows can be imported and exported as bundles. */
  readonly bundles?: BundledName
  /** Present if rows can be duplicated; `isFor` limits it to some rows. */
  readonly duplicate?: { readonly copy: (row: R) => Promise<void>; readonly isFor?: (row: R) => boolean }
  /** Present if the list has a card view. */
  readonly card?: CardContent<R>
  /** Returns the uses of rows, shown before they are deleted. */
  readonly usedIn?: (rows: readonly R[]) => Promise<readonly EntityUse[]>
  /** True if owners of several rows can be changed at once. */
  readonly hasOwners?: boolean
  /** True if rows may be in folders. */
  readonly hasFolders?: boolean
  /** Present if rows have tags: the entity type. */
  readonly tagged?: TaggedKind
  /** The initial sort order; the last change first if absent. */
  readonly order?: SortOrder
  /** Returns true for a row that nobody can delete, such as a built-in role. */
  readonly isPermanent?: ((row: R) => boolean) | undefined
  /** True if rows cannot be deleted. */
  readonly isReadOnly?: boolean
  /** True if deleted rows go to the bin. */
  readonly isBinned?: boolean
  readonly columns: readonly TableColumn<R>[]
  readonly nameOf: (row: R) => string
  /** Called on a click on a row; absent if there is nothing to open. */
  readonly onOpen?: ((row: R) => void) | undefined
  /** Links to other pages, shown to users who may open them. */
  readonly links?: readonly ListLink[]
  /** Additional content of the header, for all users. */
  readonly aside?: ReactNode
  /** Actions of users who may create rows. */
  readonly actions?: ReactNode
  /** Renders the empty state; `actions` are the same, or null. */
  readonly empty: (actions: ReactNode) => ReactNode
  readonly rowActions?: (row: R) => ReactNode
  /** The texts for removing rows. Default: those for deletion. */
  readonly removal?: RemovalTexts
  readonly onRemovalError?: RemovalErrorHandler<R>
}
