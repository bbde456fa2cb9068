import type { Hit, MarkLine } from './layer.tsx'
import type { Size } from './mercator.ts'
import styles from './scene.module.css'

interface Props {
  readonly hit: Hit
  readonly lines: readonly MarkLine[]
  readonly size: Size
}

const GAP = 12

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

/** The edge of a mark, and what it is beside it. */
export function MarkTip({ hit, lines, size }: Props) {
  const { left, top, radius } = hit
  const ring = Math.max(4, radius) + 2
  const isRight = left < size.width / 2
  const isBelow = top < size.height / 2
  const place = {
    ...(isRight ? { left: left + ring + GAP / 2 } : { right: size.width - left + ring + GAP / 2 }),
    ...(isBelow ? { top: Math.max(4, top - GAP) } : { bottom: Math.max(4, size.height - top - GAP) }),
  }
  return (
    <>
      <Edge hit={hit} ring={ring} />
      <div className={styles['tip']} style={place} role="tooltip">
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
