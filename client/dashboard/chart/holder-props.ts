import type { ReactNode } from 'react'
import type { LayoutNode } from '#core/layout/node.ts'

export interface HolderProps {
  readonly node: LayoutNode
  readonly tools?: ReactNode
}

/** True if the card renders the same for both props. Position and size belong to the box around it. */
export const isSameCard = ({ node: a, tools }: HolderProps, { node: b, tools: others }: HolderProps): boolean =>
  tools === others &&
  a.meta.chartId === b.meta.chartId &&
  a.meta.sliceNameOverride === b.meta.sliceNameOverride &&
  a.meta.sliceName === b.meta.sliceName
