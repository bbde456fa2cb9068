import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ChartViewProps } from '#charts/chart.ts'
import { type GeoBounds, type CoveredEdges, fitBounds, roundViewport, type MapViewport, type Size } from './mercator.ts'

/** Milliseconds after the last movement until a map is at rest. */
const REST = 250

interface View {
  readonly viewport: MapViewport
  readonly autozoom: boolean
  readonly bounds: GeoBounds | null
  readonly onControls: ChartViewProps['onControls']
}

export interface ViewportState {
  readonly currentViewport: MapViewport
  /** Changes the viewport; the controls are updated when the map is at rest. */
  readonly move: (change: (viewport: MapViewport) => MapViewport) => void
  /** Fits all content. */
  readonly fit: () => void
}

const PARTS = ['longitude', 'latitude', 'zoom', 'bearing', 'pitch'] as const

const isSameViewport = (a: MapViewport, b: MapViewport) => PARTS.every((part) => a[part] === b[part])

/**
 * Manages the viewport: all content or the viewport of the controls, until the user moves the map. In Explore the
 * movement updates the controls; elsewhere it affects only this picture.
 */
export function useViewport(view: View, size: Size, covered: CoveredEdges | undefined): ViewportState {
  const { viewport, autozoom, bounds, onControls } = view
  const inputKey = JSON.stringify([viewport, autozoom, bounds])
  const [moved, setMoved] = useState<{ readonly said: string; readonly currentViewport: MapViewport }>()
  const { width, height } = size
  const { left = 0, right = 0 } = covered ?? {}
  const whole = useMemo(
    () => (bounds ? fitBounds(bounds, viewport, { width, height }, { left, right }) : viewport),
    [bounds, viewport, width, height, left, right],
  )
  // The controls receive rounded values; further movements start from the exact ones.
  const isReported = moved !== undefined && !autozoom && isSameViewport(roundViewport(moved.currentViewport), viewport)
  const mapViewport =
    moved && (moved.said === inputKey || isReported) ? moved.currentViewport : autozoom ? whole : viewport
  const now = useRef({ mapViewport, said: inputKey, onControls })
  now.current = { mapViewport, said: inputKey, onControls }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const move = useCallback((change: (mapViewport: MapViewport) => MapViewport) => {
    const next = change(now.current.mapViewport)
    // Movements can be faster than rendering, and each starts from the previous one.
    now.current = { ...now.current, mapViewport: next }
    setMoved({ said: now.current.said, currentViewport: next })
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => now.current.onControls?.({ viewport: roundViewport(now.current.mapViewport), autozoom: false }),
      REST,
    )
  }, [])

  const fit = () => {
    clearTimeout(timer.current)
    setMoved({ said: inputKey, currentViewport: whole })
    if (!autozoom) onControls?.({ autozoom: true })
  }
  return { currentViewport: mapViewport, move, fit }
}
