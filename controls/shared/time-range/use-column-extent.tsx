import { useMemo } from 'react'
import type { QueryExtent, QueryDistribution } from './DataExtent.tsx'
import type { Extent } from '#core/time/extent.ts'
import type { ControlContext } from '#controls/control.ts'

/** Queries for the time extent of a column and its distribution. */
interface ExtentQueries {
  readonly fetchExtent: QueryExtent | undefined
  readonly fetchDistribution: QueryDistribution | undefined
}

const NONE: ExtentQueries = { fetchExtent: undefined, fetchDistribution: undefined }

/** Returns neither without a column or a server to query. */
export function useColumnExtent(context: ControlContext, column: string | null | undefined): ExtentQueries {
  const { extentOf, spreadOf } = context
  return useMemo(() => {
    if (!column || !extentOf) return NONE
    const fetchDistribution = spreadOf && ((extent: Extent) => spreadOf(column, extent))
    return { fetchExtent: () => extentOf(column), fetchDistribution }
  }, [extentOf, spreadOf, column])
}
