import type { PointMapProps } from './props.ts'
import type { Hit } from './scene.ts'
import { pointLines } from './summary.ts'
import styles from './View.module.css'
import type { Size } from './mercator.ts'

interface Props {
  readonly props: PointMapProps
  readonly hit: Hit
  readonly size: Size
}

const GAP = 12

/** A ring around a point, and what it is beside it. */
export function PointTip({ props, hit, size }: Props) {
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
      <span
        className={styles['ring']}
        style={{ left: left - ring, top: top - ring, width: 2 * ring, height: 2 * ring }}
      />
      <div className={styles['tip']} style={place} role="tooltip">
        <table>
          <tbody>
            {pointLines(props, hit.point).map(({ name, text }) => (
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
