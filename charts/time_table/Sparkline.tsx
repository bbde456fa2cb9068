import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Bounds } from './columns.ts'
import type { Periods } from './figures.ts'
import { periodAt, sparkShape } from './spark-shape.ts'
import { type PointFormatters, sparkText } from './texts.ts'
import styles from './View.module.css'
import { PointTooltip } from '#ui/overlay/PointTooltip.tsx'

export interface SparklineProps {
  readonly points: Periods
  readonly texts: PointFormatters
  readonly bounds: Bounds
  readonly hasAxis: boolean
  /** In pixels. */
  readonly width: number
  readonly height: number
}

const INSET = 4
const LETTER = 6.4

/** The point under the pointer. After a touch, the point stays active until the next touch. */
function useHovered() {
  const [hovered, setHovered] = useState<number>()
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    if (!isTouched) return
    const end = () => {
      setHovered(undefined)
      setTouched(false)
    }
    document.addEventListener('pointerdown', end, { capture: true, once: true })
    return () => document.removeEventListener('pointerdown', end, { capture: true })
  }, [isTouched])
  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') setHovered(undefined)
    else setTouched(true)
  }
  return { hovered, setHovered, leave }
}

/** The values of one row over time, with the value of the hovered point. */
export function Sparkline({ points, texts, bounds, hasAxis, width, height }: SparklineProps) {
  const { hovered, setHovered, leave } = useHovered()
  const mark = useRef<SVGCircleElement>(null)
  const ends = useMemo(
    () => sparkShape(points, { width, height, inset: INSET }, bounds),
    [points, width, height, bounds],
  )
  const labels = hasAxis && ends.low !== null && ends.high !== null ? [ends.high, ends.low] : []
  const room = labels.reduce((most, value) => Math.max(most, texts.value(value).length * LETTER + 6), 0)
  const box = { width: Math.max(0, width - room), height, inset: INSET }
  const shape = room === 0 ? ends : sparkShape(points, box, bounds)
  const last = points.at(-1) ?? null
  const value = hovered === undefined ? null : (points[hovered] ?? null)
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    setHovered(periodAt(event.clientX - left, points, box))
  }
  return (
    <span className={styles['spark']} title="">
      <svg
        role="img"
        aria-label={sparkText(points, texts)}
        width={width}
        height={height}
        onPointerDown={onMove}
        onPointerMove={onMove}
        onPointerLeave={leave}
      >
        {labels.map((each) => (
          <g key={each} className={styles['axis']}>
            <line x1={INSET} x2={box.width - INSET} y1={shape.y(each)} y2={shape.y(each)} />
            <text x={box.width} y={Math.max(10, Math.min(height - 2, shape.y(each) + 4))}>
              {texts.value(each)}
            </text>
          </g>
        ))}
        <path d={shape.path} className={styles['line']} />
        {shape.lone.map((at) => (
          <circle key={at} className={styles['dot']} cx={shape.x(at)} cy={shape.y(points[at] ?? 0)} r={2} />
        ))}
        {last !== null && <circle className={styles['dot']} cx={shape.x(points.length - 1)} cy={shape.y(last)} r={2} />}
        {hovered !== undefined && value !== null && (
          <g>
            <line className={styles['cross']} x1={shape.x(hovered)} x2={shape.x(hovered)} y1={0} y2={height} />
            <circle ref={mark} className={styles['mark']} cx={shape.x(hovered)} cy={shape.y(value)} r={3} />
          </g>
        )}
      </svg>
      {hovered !== undefined && value !== null && (
        <PointTooltip key={hovered} anchor={mark}>
          <strong>{texts.value(value)}</strong> {texts.instant(hovered)}
        </PointTooltip>
      )}
    </span>
  )
}
