import { useLayoutEffect, useRef } from 'react'
import { tooltipPosition } from './tooltip-position.ts'
import type { Hit, MarkLine } from './layer.tsx'
import type { Size } from './mercator.ts'
import styles from './scene.module.css'

interface Props {
  readonly hit: Hit
  readonly lines: readonly MarkLine[]
  readonly size: Size
}

function Edge({ hit, ring }: { readonly hit: Hit; readonly ring: number }) {
  const { left, top, outline } = hit
  if (outline !== undefined)
    return (
      <svg className={styles['outline']} aria-hidden="true">
        <path d={outline} />
      </svg>
    )
  return (
    <span
      className={styles['ring']}
      style={{ left: left - ring, top: top - ring, width: 2 * ring, height: 2 * ring }}
    />
  )
}

/** The outline of a mark, and its tooltip. */
export function MarkTooltip({ hit, lines, size }: Props) {
  const ring = Math.max(4, hit.radius) + 2
  const tip = useRef<HTMLDivElement>(null)
  // The size is only known after layout, so the tooltip is positioned before it is painted.
  useLayoutEffect(() => {
    const element = tip.current
    if (!element) return
    const { left, top } = tooltipPosition(hit, ring, { width: element.offsetWidth, height: element.offsetHeight }, size)
    Object.assign(element.style, { left: `${left}px`, top: `${top}px` })
  })
  return (
    <>
      <Edge hit={hit} ring={ring} />
      <div ref={tip} className={styles['tip']} role="tooltip">
        <table>
          <tbody>
            {lines.map(({ name, text }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td dir="auto">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
