import { useEffect, useMemo, useRef } from 'react'
import type { ChartViewProps } from '#charts/chart.ts'

type Handlers = 'onSelect' | 'stretch' | 'onStretch' | 'onMenu' | 'onRendered' | 'onOwnState' | 'onControls'

function hasSameEntries(a: object, b: object): boolean {
  const entries = Object.entries(a)
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => Object.is(value, b[key as keyof typeof b]))
  )
}

/** Below this height in pixels a legend would leave too little of the chart; tooltips name the series. */
const MIN_LEGEND_HEIGHT = 100

interface HorizontalLegend {
  readonly legend?: { readonly shown?: boolean; readonly orientation?: string }
}

/** Returns the props without a legend above or below a chart that is too low for it. */
function withFittingLegend<P extends { readonly height: number }>(props: P): P {
  const { legend } = props as HorizontalLegend
  const isHorizontal = legend?.orientation === 'top' || legend?.orientation === 'bottom'
  return legend?.shown && isHorizontal && props.height < MIN_LEGEND_HEIGHT
    ? { ...props, legend: { ...legend, shown: false } }
    : props
}

/**
 * Returns the props that affect the picture, without callbacks: the same object until one of them changes. Low charts
 * have no legend.
 */
export function usePicture<P extends ChartViewProps>(props: P): Omit<P, Handlers> {
  const {
    onSelect: _select,
    // Drawn on top of the picture.
    stretch: _stretch,
    onStretch: _onStretch,
    onMenu: _menu,
    onRendered: _rendered,
    onOwnState: _own,
    onControls: _controls,
    ...picture
  } = props
  const stored = useRef<Omit<P, Handlers>>(picture)
  if (!hasSameEntries(stored.current, picture)) stored.current = picture
  const current = stored.current
  return useMemo(() => withFittingLegend(current), [current])
}

/** Calls `onRendered` once per picture after it is painted, for pictures made of DOM elements. */
export function usePainted(picture: unknown, onRendered: (() => void) | undefined): void {
  const latest = useRef(onRendered)
  latest.current = onRendered
  useEffect(() => {
    if (picture === undefined) return
    const frame = requestAnimationFrame(() => latest.current?.())
    return () => cancelAnimationFrame(frame)
  }, [picture])
}
