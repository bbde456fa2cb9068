import { VisuallyHidden } from '#ui/layout/VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  readonly shape?: 'bars' | 'lines' | 'rows' | 'figure' | 'block' | undefined
  readonly rows?: number | undefined
  /** What is spoken. */
  readonly label: string
  /** In px; the height of what is around it when absent. */
  readonly height?: number | undefined
}

const heights = [38, 62, 54, 80, 71, 92, 66, 58, 84, 47, 73, 60]
const widths = [92, 74, 83, 61, 78, 55, 69, 88]

function pieces(shape: NonNullable<SkeletonProps['shape']>, rows: number) {
  const each = (count: number, style: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => <i key={index} style={style(index)} />)
  if (shape === 'bars') return each(heights.length, (index) => ({ height: `${heights[index]}%` }))
  if (shape === 'figure')
    return each(2, (index) => (index === 0 ? { width: 84, height: 28 } : { width: 104, height: 36 }))
  if (shape === 'block') return each(1, () => ({ height: '100%', width: '100%' }))
  return each(rows, (index) => ({ width: shape === 'rows' ? '100%' : `${widths[index % widths.length]}%` }))
}

export function Skeleton({ shape = 'block', rows = 6, label, height }: SkeletonProps) {
  return (
    <div className={classNames(styles.skeleton, styles[shape])} {...(height !== undefined && { style: { height } })}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {pieces(shape, rows)}
    </div>
  )
}
