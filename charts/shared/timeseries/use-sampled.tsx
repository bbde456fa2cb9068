import { useCallback, useRef } from 'react'
import { isSameRange } from './timeseries-sample.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import type { OnZoom } from '#charts/shared/echarts/use-zoom.tsx'
import type { Canvas } from '#charts/chart.ts'
import type { VisibleRange } from '#core/query/sample.ts'

type Props = Pick<TimeseriesProps, 'sampled' | 'zoomable' | 'mark'> & Pick<Canvas, 'onOwnState'>

/** The range that the user has moved to since the last query. */
interface Moved {
  readonly sight: VisibleRange | undefined
}

/**
 * Handles the zoom of a sampled chart: when it comes to rest in another range, the chart is queried again. `withSight`
 * applies the current visible range, so that a result that arrives during further zooming does not reset it.
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
    // The result for the current range has arrived and contains it.
    if (isSameRange(picture.sampled.sight, sight)) moved.current = undefined
    return { ...picture, sampled: { ...picture.sampled, sight } }
  }, [])
  const isOn = sampled !== undefined && zoomable && !mark.horizontal && onOwnState !== undefined
  return { onSight: isOn ? onSight : undefined, withSight }
}
