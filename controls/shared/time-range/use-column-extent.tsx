import { useMemo } from 'react'
import type { QueryExtent, QueryDistribution } from './DataExtent.tsx'
import type { Extent } from '#core/time/extent.ts'
import type { ControlContext } from '#controls/control.ts'

/** Queries for the time extent of a column and its distribution. */
interface Asks {
  readonly askExtent: QueryExtent | undefined
  readonly askSpread: QueryDistribution | undefined
}

const NONE: Asks = { askExtent: undefined, askSpread: undefined }

/** Returns neither without a column or a server to query. */
export function useColumnExtent(context: ControlContext, column: string | null | undefined): Asks {
  const { extentOf, spreadOf } = context
  return useMemo(() => {
    if (!column || !extentOf) return NONE
    const askSpread = spreadOf && ((extent: Extent) => spreadOf(column, extent))
    return { askExtent: () => extentOf(column), askSpread }
  }, [extentOf, spreadOf, column])
}
