import { useMemo } from 'react'
import type { AskExtent } from './Covered.tsx'
import type { ControlContext } from '#controls/control.ts'

/** How to ask what a column covers; undefined without a column or anybody to ask. */
export function useColumnExtent(context: ControlContext, column: string | null | undefined): AskExtent | undefined {
  const { extentOf } = context
  return useMemo(() => (column && extentOf ? () => extentOf(column) : undefined), [extentOf, column])
}
