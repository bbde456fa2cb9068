import { useCallback, useRef } from 'react'
import { isSameRange, type VisibleRange } from './timeseries-sample.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import type { OnZoom } from '#charts/shared/selection/use-zoom.tsx'
import type { Canvas } from '#charts/chart.ts'

type Props = Pick<TimeseriesProps, 'sampled' | 'zoomable' | 'mark'> & Pick<Canvas, 'onOwnState'>

/** Where a person has moved to since the picture was asked for. */
interface Moved {
  readonly sight: VisibleRange | undefined
}

/**
 * The zoom of a sampled picture: coming to rest in another stretch asks for it anew. `withSight` is the picture as it is
 * looked at now, so that an answer that comes while somebody zooms on leaves them where they are.
 */
export function useSampled({ sampled, zoomable, mark, onOwnState }: Props): {
  readonly onSight: OnZoom | undefined
  readonly withSight: <P extends TimeseriesProps>(picture: P) => P
} {
  const moved = useRef<Moved>(undefined)
  const onSight: OnZoom = (sight, isAtRest) => {
    moved.current = { sight }
    if (isAtRest && !isSameRange(sampled?.sight, sight)) onOwnState?.(sight ? { sight } : {})
  }
  const withSight = useCallback(<P extends TimeseriesProps>(picture: P): P => {
    if (!picture.sampled || !moved.current) return picture
    const { sight } = moved.current
    // The answer to where they are is there: from now on it says so itself.
    if (isSameRange(picture.sampled.sight, sight)) moved.current = undefined
    return { ...picture, sampled: { ...picture.sampled, sight } }
  }, [])
  const isOn = sampled !== undefined && zoomable && !mark.horizontal && onOwnState !== undefined
  return { onSight: isOn ? onSight : undefined, withSight }
}
