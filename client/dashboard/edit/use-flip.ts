import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Layout } from '#core/layout/node.ts'
import { type BoxPosition, type BoxPositions, movesOf } from './flip-animation.ts'

/** Milliseconds. */
const DURATION = 180

const isReduced = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches

function positionsIn(canvas: HTMLElement): BoxPositions {
  const origin = canvas.getBoundingClientRect()
  const boxes = [...canvas.querySelectorAll<HTMLElement>('[data-node-box]')]
  return new Map(
    boxes.map((box): [string, BoxPosition] => {
      const { left, top } = box.getBoundingClientRect()
      const parent = box.parentElement?.closest<HTMLElement>('[data-node-box]')?.dataset['box']
      return [box.dataset['box'] ?? '', { x: left - origin.left, y: top - origin.top, parent }]
    }),
  )
}

/** Animates boxes from their old positions after the layout changes; not under reduced motion. */
export function useFlip(canvas: RefObject<HTMLElement | null>, layout: Layout): void {
  const before = useRef<BoxPositions>(undefined)
  const running = useRef<readonly (Animation | undefined)[]>([])
  useLayoutEffect(() => {
    const root = canvas.current
    if (!root || isReduced()) return
    // A running animation would shift the measured positions.
    for (const animation of running.current) animation?.cancel()
    const after = positionsIn(root)
    const moves = before.current ? movesOf(before.current, after) : []
    running.current = moves.map(({ id, x, y }) => {
      const box = root.querySelector<HTMLElement>(`[data-node-box][data-box="${CSS.escape(id)}"]`)
      return box?.animate?.([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: DURATION,
        easing: 'ease-out',
      })
    })
    before.current = after
  }, [canvas, layout])
}
