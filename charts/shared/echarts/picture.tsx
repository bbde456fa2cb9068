import { useEffect, useRef } from 'react'
import type { Canvas } from '#charts/chart.ts'

type Handlers = 'onPick' | 'stretch' | 'onStretch' | 'onMenu' | 'onRendered' | 'onOwnState' | 'onControls'

function sameEntries(a: object, b: object): boolean {
  const entries = Object.entries(a)
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => Object.is(value, b[key as keyof typeof b]))
  )
}

/** What is drawn, without the callbacks around it: the same object until a part of it changes. */
export function usePicture<P extends Canvas>(props: P): Omit<P, Handlers> {
  const {
    onPick: _pick,
    // It is drawn over the picture.
    stretch: _stretch,
    onStretch: _onStretch,
    onMenu: _menu,
    onRendered: _rendered,
    onOwnState: _own,
    onControls: _controls,
    ...picture
  } = props
  const kept = useRef<Omit<P, Handlers>>(picture)
  if (!sameEntries(kept.current, picture)) kept.current = picture
  return kept.current
}

/** Says that a picture made of elements has been painted, once per picture. */
export function usePainted(picture: unknown, onRendered: (() => void) | undefined): void {
  const latest = useRef(onRendered)
  latest.current = onRendered
  useEffect(() => {
    if (picture === undefined) return
    const frame = requestAnimationFrame(() => latest.current?.())
    return () => cancelAnimationFrame(frame)
  }, [picture])
}
