import { LineChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { trendOption } from './option.ts'
import type { TrendProps } from './props.ts'
import { pointTimeText, trendSummary, valueText } from './texts.ts'
import { EChart } from '#charts/shared/echarts/echarts.tsx'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import type { KeyboardStops } from '#charts/shared/echarts/keyboard-stops.ts'

register([LineChart])

export interface TrendLineProps {
  /** The same object until the picture changes. */
  readonly picture: TrendProps
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
  readonly onRendered: (() => void) | undefined
}

/** The trend line of a big number. */
export function TrendLineView({ picture, width, height, theme, onRendered }: TrendLineProps) {
  const { moments } = picture
  const option = useCallback((chartTheme: ChartTheme) => trendOption(picture, chartTheme), [picture])
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
  return (
    <EChart
      option={option}
      width={width}
      height={height}
      theme={theme}
      summary={trendSummary(picture)}
      stops={stops}
      isTimed
      onRendered={onRendered}
    />
  )
}
