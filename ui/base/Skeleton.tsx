import { VisuallyHidden } from './VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Skeleton.module.css'

export type SkeletonShape = 'bars' | 'lines' | 'rows' | 'table' | 'figure' | 'pie' | 'map' | 'block'

export interface SkeletonProps {
  readonly shape?: SkeletonShape | undefined
  readonly rows?: number | undefined
  /** The accessible name. */
  readonly label: string
  /** In px; by default the height of the container. */
  readonly height?: number | undefined
}

const heights = [38, 62, 54, 80, 71, 92, 66, 58, 84, 47, 73, 60]
/** Table cells: names, then numbers. */
const cells = [64, 38, 46, 30]
/** Map marks: left, top and size. */
const marks = [
  [18, 34, 14],
  [31, 58, 10],
  [46, 28, 18],
  [58, 64, 12],
  [72, 40, 22],
  [84, 70, 10],
] as const
const widths = [92, 74, 83, 61, 78, 55, 69, 88]

function skeletonShapes(shape: NonNullable<SkeletonProps['shape']>, rows: number) {
  const each = (count: number, style: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => <i key={index} style={style(index)} />)
  if (shape === 'bars') return each(heights.length, (index) => ({ height: `${heights[index]}%` }))
  if (shape === 'figure')
    return each(2, (index) => (index === 0 ? { width: '46%', height: '34%' } : { width: '62%', height: 10 }))
  if (shape === 'pie') return each(1, () => ({}))
  if (shape === 'map')
    return each(marks.length, (index) => {
      const [left, top, size] = marks[index] ?? [0, 0, 0]
      return { left: `${left}%`, top: `${top}%`, width: size, height: size }
    })
  if (shape === 'table') return each(rows * cells.length, (index) => ({ width: `${cells[index % cells.length]}%` }))
  if (shape === 'block') return each(1, () => ({ height: '100%', width: '100%' }))
  return each(rows, (index) => ({ width: shape === 'rows' ? '100%' : `${widths[index % widths.length]}%` }))
}

export function Skeleton({ shape = 'block', rows = 6, label, height }: SkeletonProps) {
  return (
    <div
      data-shape={shape}
      className={classNames(styles.skeleton, styles[shape])}
      {...(height !== undefined && { style: { height } })}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      {skeletonShapes(shape, rows)}
    </div>
  )
}
