import { useCallback, useRef } from 'react'
import { isSameRange } from './timeseries-sample.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import type { OnZoom } from '#charts/shared/echarts/use-zoom.tsx'
import type { ChartViewProps } from '#charts/chart.ts'
import type { VisibleRange } from '#core/query/sample.ts'

type Props = Pick<TimeseriesProps, 'sampled' | 'zoomable' | 'mark'> & Pick<ChartViewProps, 'onOwnState'>

/** The range that the user has moved to since the last query. */
interface MovedRange {
  readonly visibleRange: VisibleRange | undefined
}

/**
 * Handles the zoom of a sampled chart: when it comes to rest in another range, the chart is queried again. `withVisibleRange`
 * applies the current visible range, so that a result that arrives during further zooming does not reset it.
 */
export function useSampled({ sampled, zoomable, mark, onOwnState }: Props): {
  readonly onZoom: OnZoom | undefined
  readonly withVisibleRange: <P extends TimeseriesProps>(picture: P) => P
} {
  const moved = useRef<MovedRange>(undefined)
  const onZoom: OnZoom = (visibleRange, isAtRest) => {
    moved.current = { visibleRange }
    if (isAtRest && !isSameRange(sampled?.visibleRange, visibleRange))
      onOwnState?.(visibleRange ? { sight: visibleRange } : {})
  }
  const withVisibleRange = useCallback(<P extends TimeseriesProps>(picture: P): P => {
    if (!picture.sampled || !moved.current) return picture
    const { visibleRange } = moved.current
    // The result for the current range has arrived and contains it.
    if (isSameRange(picture.sampled.visibleRange, visibleRange)) moved.current = undefined
    return { ...picture, sampled: { ...picture.sampled, visibleRange } }
  }, [])
  const isOn = sampled !== undefined && zoomable && !mark.horizontal && onOwnState !== undefined
  return { onZoom: isOn ? onZoom : undefined, withVisibleRange }
}
