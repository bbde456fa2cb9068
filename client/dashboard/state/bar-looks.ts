import type { Metadata } from './info.ts'

/** Keys of the metadata of a dashboard that say how its filter bar is; the second is ours. */
const ORIENTATION = 'filter_bar_orientation'
const INSTANT = 'filter_bar_instant'

/** Where the filter bar stands, and whether each change is applied at once. */
export interface BarLooks {
  readonly isAbove: boolean
  readonly isInstant: boolean
}

export const barLooks = (metadata: Metadata): BarLooks => ({
  isAbove: metadata[ORIENTATION] === 'HORIZONTAL',
  isInstant: metadata[INSTANT] === true,
})

/** The keys of the metadata that say so. */
export const barMetadata = ({ isAbove, isInstant }: BarLooks): Metadata => ({
  [ORIENTATION]: isAbove ? 'HORIZONTAL' : 'VERTICAL',
  [INSTANT]: isInstant,
})
