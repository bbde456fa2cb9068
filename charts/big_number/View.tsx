import { LineChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { bigNumberLayout } from './layout.ts'
import { trendOption } from './option.ts'
import type { TrendProps } from './props.ts'
import { footerLines, pointTimeText, trendSummary, valueText } from './texts.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { EChart } from '#charts/shared/echarts/echarts.tsx'
import { Figure, MISSING_NUMBER } from '#charts/shared/figure/Figure.tsx'
import { figureText, fitFigure } from '#charts/shared/figure/figure.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { usePainted, usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './trend.module.css'
import type { KeyboardStops } from '#charts/shared/echarts/keyboard-stops.ts'

export { toProps } from './props.ts'

register([LineChart])

export default function TrendView(props: TrendProps & ChartViewProps) {
  const { width, height, theme, moments, onRendered } = props
  const picture = usePicture(props)
  const option = useCallback((chartTheme: ChartTheme) => trendOption(picture, chartTheme), [picture])
  const hasTrend = moments.some(({ value }) => value !== null)
  const { isInline, figure, room, trend } = bigNumberLayout(width, height, hasTrend)
  const text = figureText(props)
  const below = text === '' ? [] : footerLines(props)
  const sizes = fitFigure({ ...props, below }, text || MISSING_NUMBER, room, figure.height)
  const stops = useMemo<KeyboardStops>(
    () => ({
      count: moments.length,
      at: (index) => {
        const instant = moments[index] ?? { at: 0, value: null }
        const instantText = `${pointTimeText(picture, instant.at)}: ${valueText(picture, instant)}`
        return { text: instantText, mark: { seriesId: 's0', dataIndex: index }, seriesIndex: 0 }
      },
    }),
    [moments, picture],
  )
  // The trend line reports when it is painted; without one, the number is the whole picture.
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
          <EChart
            option={option}
            {...trend}
            theme={theme}
            summary={trendSummary(props)}
            stops={stops}
            isTimed
            onRendered={onRendered}
          />
        </div>
      )}
    </div>
  )
}
