import type { Metadata } from './dashboard-info.ts'

/** Metadata keys of the filter bar; the second one is specific to Facet. */
const ORIENTATION = 'filter_bar_orientation'
const INSTANT = 'filter_bar_instant'

/** The position of the filter bar, and whether each change is applied instantly. */
export interface FilterBarOptions {
  readonly isAbove: boolean
  readonly isInstant: boolean
}

export const filterBarOptions = (metadata: Metadata): FilterBarOptions => ({
  isAbove: metadata[ORIENTATION] === 'HORIZONTAL',
  isInstant: metadata[INSTANT] === true,
})

/** Returns the metadata keys for these settings. */
export const barMetadata = ({ isAbove, isInstant }: FilterBarOptions): Metadata => ({
  [ORIENTATION]: isAbove ? 'HORIZONTAL' : 'VERTICAL',
  [INSTANT]: isInstant,
})
