import { CustomChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { CalendarFooter } from './CalendarFooter.tsx'
import { calendarLayout, fittedLayout } from './layout.ts'
import { calendarOption } from './option.ts'
import type { CalendarProps } from './props.ts'
import { colorStepsOf } from '#charts/shared/color-steps.ts'
import { calendarSummary, cellText, hiddenCellsText, periodName } from './texts.ts'
import styles from './View.module.css'
import type { ChartViewProps } from '#charts/chart.ts'
import { EChart, type MarkEvent } from '#charts/shared/echarts/echarts.tsx'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import type { WindowPoint } from '#ui/base/menu-point.ts'
import type { KeyboardStops } from '#charts/shared/echarts/keyboard-stops.ts'

export { toProps } from './props.ts'

register([CustomChart])

/** The height of the line below the calendar, and the width of a scroll bar, in pixels. */
const FOOT = 24
const BAR = 14

/** Returns the cells for keyboard navigation: those with a value. */
function stopsOf(props: CalendarProps, layout: ReturnType<typeof calendarLayout>): KeyboardStops {
  const valued = layout.cells.flatMap((cell, index) => (cell.value === null ? [] : [index]))
  return {
    count: valued.length,
    at: (index) => {
      const dataIndex = valued[index] ?? 0
      const cell = layout.cells[dataIndex]
      const names = cell ? [periodName(props, cell.at), props.metrics[cell.metric]?.name ?? ''] : []
      const text = cell ? `${names.join(', ')}: ${cellText(props, cell)}` : ''
      return { text, mark: { seriesId: 's0', dataIndex }, seriesIndex: 0 }
    },
  }
}

export default function CalendarView(props: CalendarProps & ChartViewProps) {
  const { width, height, theme, onMenu } = props
  const picture = usePicture(props)
  const steps = useMemo(
    () => picture.metrics.map(({ values }) => colorStepsOf(values, picture, theme)),
    [picture, theme],
  )
  const room = height - (props.hasLegend || hiddenCellsText(props) !== '' ? FOOT : 0)
  const layout = useMemo(() => {
    const fullLayout = fittedLayout(picture, width, room)
    return fullLayout.height > room ? calendarLayout(picture, width - BAR) : fullLayout
  }, [picture, width, room])
  const option = useCallback(
    (chartTheme: ChartTheme) => calendarOption(picture, layout, steps, chartTheme),
    [picture, layout, steps],
  )
  const stops = useMemo(() => stopsOf(picture, layout), [picture, layout])
  const onMarkMenu = ({ dataIndex }: MarkEvent, at: WindowPoint) => {
    const cell = layout.cells[dataIndex]
    if (cell && cell.value !== null) onMenu?.({ [TIMESTAMP]: cell.at }, at)
  }
  return (
    <div className={styles['box']} style={{ width, height }}>
      <div className={styles['scroll']}>
        <EChart
          option={option}
          width={layout.width}
          height={Math.max(layout.height, 1)}
          theme={theme}
          summary={calendarSummary(props)}
          stops={stops}
          onRendered={props.onRendered}
          onMarkMenu={onMenu && onMarkMenu}
        />
      </div>
      <CalendarFooter calendar={props} steps={steps} />
    </div>
  )
}
