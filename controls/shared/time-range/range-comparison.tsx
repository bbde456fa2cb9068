import { createContext } from 'react'
import type { TypedComparison } from '#core/time/typed-range.ts'

/** Compares the edited charts with another period; undefined where time ranges cannot be compared. */
export const RangeComparisonContext = createContext<((comparison: TypedComparison) => void) | undefined>(undefined)
