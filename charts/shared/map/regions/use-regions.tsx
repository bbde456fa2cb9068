import { useEffect, useState } from 'react'
import type { Region } from './regions.ts'

/** Shapes that are there, still on their way (null), or could not be had. */
export interface Shapes {
  readonly regions: readonly Region[] | null
  readonly hasFailed: boolean
}

const WAITING: Shapes = { regions: null, hasFailed: false }

/** The shapes that `load` brings; the same function brings them once. Undefined brings none. */
export function useRegions(load: (() => Promise<readonly Region[]>) | undefined): Shapes {
  const [shapes, setShapes] = useState(WAITING)
  useEffect(() => {
    setShapes(WAITING)
    if (load === undefined) return
    let isLeft = false
    load().then(
      (regions) => isLeft || setShapes({ regions, hasFailed: false }),
      () => isLeft || setShapes({ regions: null, hasFailed: true }),
    )
    return () => {
      isLeft = true
    }
  }, [load])
  return shapes
}
