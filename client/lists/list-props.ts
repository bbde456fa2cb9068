import type { ReactNode } from 'react'
import type { BundledName } from '#calls/bundles.ts'
import type { ResourceName } from '#calls/resources.ts'
import type { TaggedKind } from '#calls/tags.ts'
import type { TableColumn } from '#ui/display/table-column.ts'
import type { CardFace } from './CardGrid.tsx'
import type { ListFilter } from './list-filter.ts'
import type { RemovalWords } from './removal-words.ts'
import type { Row, SearchFilter } from './use-resource-list.ts'

/** A way from a list to another page. */
export interface ListWay {
  readonly href: string
  readonly text: string
}

/** Something that uses a row. */
export interface Use {
  readonly name: string
  readonly href: string
}

/** What takes files that are dropped on a list and are no bundles. */
export interface OtherFiles {
  /** Shown while files are over the page. */
  readonly label: string
  readonly onFiles: (files: readonly File[]) => void
}

/** What a list of a resource is made of. */
export interface ResourceListProps<R extends Row> {
  readonly name: ResourceName
  readonly title: string
  /** Singular, as messages name it: `chart`. */
  readonly noun: string
  readonly searchLabel: string
  /** The filter that a search text stands for. */
  readonly searchFilter: SearchFilter
  readonly filters?: readonly ListFilter[]
  /** Present where rows come and go as bundles. */
  readonly bundles?: BundledName
  /** What takes files dropped on the page that are no bundles. */
  readonly otherFiles?: OtherFiles | undefined
  /** Present where another can be made of a row; `isFor` tells of which. */
  readonly duplicate?: { readonly copy: (row: R) => Promise<void>; readonly isFor?: (row: R) => boolean }
  /** Present where rows can stand as cards. */
  readonly card?: CardFace<R>
  /** What uses rows, which is told before they are deleted. */
  readonly usedIn?: (rows: readonly R[]) => Promise<readonly Use[]>
  /** Owners of several rows are changed at once. */
  readonly hasOwners?: boolean
  /** Present where rows carry tags: what kind of thing they are. */
  readonly tagged?: TaggedKind
  /** The column that the list is sorted by at first; the last change when absent. */
  readonly order?: string
  /** Nothing can be deleted here. */
  readonly isReadOnly?: boolean
  /** What is deleted lies in the bin. */
  readonly isBinned?: boolean
  readonly columns: readonly TableColumn<R>[]
  readonly nameOf: (row: R) => string
  /** A click on a row; absent when there is nothing to open. */
  readonly onOpen?: ((row: R) => void) | undefined
  /** Ways elsewhere, for whoever may go there. */
  readonly links?: readonly ListWay[]
  /** What else stands in the head, for everybody. */
  readonly aside?: ReactNode
  /** Acts of those who may make one more. */
  readonly actions?: ReactNode
  /** In place of a list without rows; `actions` are the same, or nothing. */
  readonly empty: (actions: ReactNode) => ReactNode
  readonly rowActions?: (row: R) => ReactNode
  /** What taking rows away is called; deleting when absent. */
  readonly removal?: RemovalWords
}
