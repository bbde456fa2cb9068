import { useEffect, useState } from 'react'
import type { Region } from './regions.ts'

/** Shapes that are there, still on their way (null), or could not be had. */
export interface Shapes {
  readonly regions: readonly Region[] | null
  readonly hasFailed: boolean
}

const WAITING: Shapes = { regions: null, hasFailed: false }

type Load = () => Promise<readonly Region[]>

/** The shapes that `load` brings; those of another function are not shown. */
export function useRegions(load: Load): Shapes {
  const [found, setFound] = useState<{ readonly by: Load; readonly shapes: Shapes }>()
  useEffect(() => {
    let isLeft = false
    load().then(
      (regions) => isLeft || setFound({ by: load, shapes: { regions, hasFailed: false } }),
      () => isLeft || setFound({ by: load, shapes: { regions: null, hasFailed: true } }),
    )
    return () => {
      isLeft = true
    }
  }, [load])
  return found?.by === load ? found.shapes : WAITING
}
