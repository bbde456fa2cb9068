import { LineChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useMemo } from 'react'
import { AXIS_HEIGHT, horizonOption } from './option.ts'
import type { HorizonProps, HorizonRow } from './props.ts'
import { horizonSummary, hiddenSeriesText, rowText } from './texts.ts'
import styles from './View.module.css'
import type { ChartViewProps, SelectionMode } from '#charts/chart.ts'
import { EChart, type MarkEvent } from '#charts/shared/echarts/echarts.tsx'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'
import type { WindowPoint } from '#ui/base/menu-point.ts'

export { toProps } from './props.ts'

register([LineChart])

/** The height of the line below the rows, and the width of a scroll bar, in pixels. */
const FOOT = 22
const BAR = 14

const isSelectable = (row: HorizonRow | undefined): row is HorizonRow =>
  row !== undefined && Object.keys(row.selection).length > 0

export default function HorizonView(props: HorizonProps & ChartViewProps) {
  const { width, height, rows, rowHeight, onSelect, onMenu } = props
  const picture = usePicture(props)
  const note = hiddenSeriesText(props)
  const room = height - (note === '' ? 0 : FOOT)
  const fullHeight = rows.length * rowHeight + AXIS_HEIGHT
  const across = fullHeight > room ? width - BAR : width
  const option = useCallback((theme: ChartTheme) => horizonOption(picture, theme, across), [picture, across])
  const stops = useMemo(() => {
    const at = (row: number) => {
      const own = picture.rows[row]
      const text = own ? rowText(picture, own) : ''
      return { text, mark: { seriesId: `r${row} 1 0`, dataIndex: -1 }, seriesIndex: 0 }
    }
    return { count: picture.rows.length, at }
  }, [picture])
  const rowOf = ({ seriesId }: MarkEvent) => rows[Number.parseInt(seriesId.slice(1), 10)]
  const onMark = (mark: MarkEvent, mode: SelectionMode) => {
    const row = rowOf(mark)
    if (isSelectable(row)) onSelect?.(row.selection, mode)
  }
  const onMarkMenu = (mark: MarkEvent, at: WindowPoint) => {
    const row = rowOf(mark)
    if (isSelectable(row)) onMenu?.(row.selection, at)
  }
  return (
    <div className={styles['box']} style={{ width, height }}>
      <div className={styles['scroll']}>
        <EChart
          option={option}
          width={across}
          height={fullHeight}
          theme={props.theme}
          summary={horizonSummary(props)}
          stops={stops}
          isTimed
          onRendered={props.onRendered}
          onMark={onSelect && onMark}
          onMarkMenu={onMenu && onMarkMenu}
        />
      </div>
      {note !== '' && (
        <p className={styles['note']} role="note">
          {note}
        </p>
      )}
    </div>
  )
}
