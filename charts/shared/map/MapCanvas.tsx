import { type KeyboardEvent, type MouseEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { cameraOf, type Size } from './mercator.ts'
import type { MapScene } from './layer.tsx'
import { MarkTooltip } from './MarkTooltip.tsx'
import { moveByKey, usePointerInput } from './use-pointer-input.tsx'
import { useMark } from './use-mark.tsx'
import { useMapCanvas } from './use-map-canvas.tsx'
import type { ViewportState } from './use-viewport.tsx'
import styles from './scene.module.css'
import type { ChartViewProps } from '#charts/chart.ts'
import { t } from '#core/text/t.ts'
import { menuPoint } from '#ui/base/menu-point.ts'

/** A hint that is shown for a limited time after a user action. */
function useHint(): readonly [boolean, () => void] {
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = () => {
    setShown(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(false), 2000)
  }
  return [isShown, show]
}

interface Props {
  readonly scene: MapScene
  readonly canvas: ChartViewProps
  readonly size: Size
  readonly view: ViewportState
}

/** The map canvas with its layers, and its pointer and keyboard handling. */
export function MapCanvas({ scene, canvas: box, size, view }: Props) {
  const { layers, basemap, words } = scene
  const { currentViewport: viewport, move, fit } = view
  const host = useRef<HTMLDivElement>(null)
  const { width, height } = size
  const camera = useMemo(() => cameraOf(viewport, { width, height }), [viewport, width, height])
  const { hit, onKey, onHover, onClick, openMenu, leave } = useMark(box, layers, camera, move)
  const [isHinted, onUnusedWheel] = useHint()
  const { isDown, ...handlers } = usePointerInput({ host, size, move, onClick, onUnusedWheel })
  const { canvas, hasBasemap } = useMapCanvas(
    { style: basemap, theme: box.theme, layers },
    { camera, zoom: viewport.zoom, isDown },
  )

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    handlers.onPointerMove(event)
    const { left, top } = event.currentTarget.getBoundingClientRect()
    onHover(isDown() ? undefined : [event.clientX - left, event.clientY - top])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '0') fit()
    else if (!onKey(event) && !moveByKey(event, size, move)) return
    event.preventDefault()
  }
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const isKey = event.target === event.currentTarget
    const position = isKey ? undefined : ([event.clientX - left, event.clientY - top] as const)
    if (openMenu(position, menuPoint(event, isKey ? event.currentTarget : null))) event.preventDefault()
  }
  const reach = {
    role: 'application',
    'aria-label': layers.map(({ summary }) => summary).join('. '),
    'aria-description': words.keys,
    tabIndex: 0,
    onKeyDown,
    onContextMenu,
    onBlur: leave,
    ...handlers,
    onPointerMove,
    onPointerLeave: () => onHover(undefined),
  }
  return (
    <>
      <div
        ref={host}
        className={styles['plane']}
        data-ground={hasBasemap || undefined}
        data-pending={(basemap !== null && !hasBasemap) || undefined}
        data-point={
          (hit !== null && box.onSelect !== undefined && hit.layer.selectionOf(hit.id, camera) !== null) || undefined
        }
        {...reach}
      >
        <canvas ref={canvas} />
      </div>
      {hit && <MarkTooltip hit={hit} lines={hit.layer.linesOf(hit.id, camera)} size={size} />}
      {isHinted && <p className={styles['hint']}>{t('Click the map to zoom with the wheel')}</p>}
    </>
  )
}
