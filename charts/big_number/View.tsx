import { bigNumberLayout } from './layout.ts'
import type { TrendProps } from './props.ts'
import { footerLines } from './texts.ts'
import type { TrendLineProps } from './TrendLineView.tsx'
import type { ChartViewProps } from '#charts/chart.ts'
import { Figure, MISSING_NUMBER } from '#charts/shared/figure/Figure.tsx'
import { figureText, fitFigure } from '#charts/shared/figure/figure.ts'
import { usePainted, usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { lazyComponent } from '#ui/base/lazy-component.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './trend.module.css'

export { toProps } from './props.ts'

/** Reports the number as the whole picture, because the code of the line could not be loaded. */
function WithoutLine({ picture, onRendered }: TrendLineProps) {
  usePainted(picture, onRendered)
  return null
}

/** The number does not wait for the drawing library. */
const TrendLine = lazyComponent<TrendLineProps>(
  async () => (await import('./TrendLineView.tsx')).TrendLineView,
  undefined,
  WithoutLine,
)

export const preload = TrendLine.fetch

export default function TrendView(props: TrendProps & ChartViewProps) {
  const { width, height, theme, moments, onRendered } = props
  const picture = usePicture(props)
  const hasTrend = moments.some(({ value }) => value !== null)
  const { isInline, figure, room, trend } = bigNumberLayout(width, height, hasTrend)
  const text = figureText(props)
  const below = text === '' ? [] : footerLines(props)
  const sizes = fitFigure({ ...props, below }, text || MISSING_NUMBER, room, figure.height)
  // The trend line reports when it is painted; without a trend line, the number alone is the chart.
  usePainted(trend ? undefined : picture, onRendered)
  return (
    <div style={{ position: 'relative', width, height }}>
      <Figure
        figure={props}
        fit={{ ...sizes, isInline: sizes.isInline && below.length === 1 }}
        {...figure}
        below={below}
      />
      {trend && (
        <div className={classNames(styles['trend'], isInline && styles['beside'])}>
          <TrendLine picture={picture} {...trend} theme={theme} onRendered={onRendered} />
        </div>
      )}
    </div>
  )
}
