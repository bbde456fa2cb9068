import type { ReactNode } from 'react'
import type { LayoutNode } from '#core/layout/node.ts'

export interface HolderProps {
  readonly node: LayoutNode
  readonly tools?: ReactNode
}

/** What a card shows of its node: its place and its size are those of the box around it. */
export const isShownAlike = ({ node: a, tools }: HolderProps, { node: b, tools: others }: HolderProps): boolean =>
  tools === others &&
  a.meta.chartId === b.meta.chartId &&
  a.meta.sliceNameOverride === b.meta.sliceNameOverride &&
  a.meta.sliceName === b.meta.sliceName
