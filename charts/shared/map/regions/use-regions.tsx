import { useEffect, useState } from 'react'
import type { Region } from './regions.ts'

/** The state of shapes: loaded, loading (null), or failed. */
export interface RegionsState {
  readonly regions: readonly Region[] | null
  readonly hasFailed: boolean
}

const WAITING: RegionsState = { regions: null, hasFailed: false }

type Load = () => Promise<readonly Region[]>

/** Loads shapes with `load`. After `load` changes, the previous shapes are not returned. */
export function useRegions(load: Load): RegionsState {
  const [found, setFound] = useState<{ readonly by: Load; readonly shapes: RegionsState }>()
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
