import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { cameraOf, type Size } from './mercator.ts'
import { PointTip } from './PointTip.tsx'
import type { PointMapProps } from './props.ts'
import type { Scene } from './scene.ts'
import { summaryOf } from './summary.ts'
import { moveByKey, useHands } from './use-hands.tsx'
import { type Picture, usePaint } from './use-paint.tsx'
import { usePoint } from './use-point.tsx'
import type { SightState } from './use-sight.tsx'
import styles from './View.module.css'
import type { Canvas } from '#charts/chart.ts'
import { t } from '#core/text/t.ts'

/** A line that is shown for a while after something was tried. */
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
  readonly props: PointMapProps & Canvas
  readonly picture: Picture
  readonly scene: Scene
  readonly size: Size
  readonly view: SightState
}

/** The ground with its points, and what hands and keys do to it. */
export function Plane({ props, picture, scene, size, view }: Props) {
  const { sight, move, fit } = view
  const host = useRef<HTMLDivElement>(null)
  const { width, height } = size
  const camera = useMemo(() => cameraOf(sight, { width, height }), [sight, width, height])
  const { canvas, hasGround } = usePaint(picture, scene, camera, sight.zoom)
  const { hit, onKey, onHover, onClick, leave } = usePoint(props, scene, camera, move)
  const [isHinted, onUnusedWheel] = useHint()
  const { isDown, ...hands } = useHands({ host, size, move, onClick, onUnusedWheel })
  const summary = useMemo(() => summaryOf(picture), [picture])

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    hands.onPointerMove(event)
    const { left, top } = event.currentTarget.getBoundingClientRect()
    onHover(isDown() ? undefined : [event.clientX - left, event.clientY - top])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '0') fit()
    else if (!onKey(event) && !moveByKey(event, size, move)) return
    event.preventDefault()
  }
  const keys = t(
    'Arrow keys move the map, plus and minus zoom it, 0 shows all points. Page Down and Page Up go from point to point.',
  )
  const reach = {
    role: 'application',
    'aria-label': summary,
    'aria-description': keys,
    tabIndex: 0,
    onKeyDown,
    onBlur: leave,
    ...hands,
    onPointerMove,
    onPointerLeave: () => onHover(undefined),
  }
  return (
    <>
      <div
        ref={host}
        className={styles['plane']}
        data-ground={hasGround || undefined}
        data-point={(hit !== null && props.onPick !== undefined) || undefined}
        {...reach}
      >
        <canvas ref={canvas} />
      </div>
      {hit && <PointTip props={props} hit={hit} size={size} />}
      {isHinted && <p className={styles['hint']}>{t('Press the map to zoom it by wheel')}</p>}
    </>
  )
}
