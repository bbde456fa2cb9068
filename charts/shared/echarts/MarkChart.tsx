import { useCallback, useMemo } from 'react'
import type { ChartViewProps, SelectedMark, SelectionMode } from '#charts/chart.ts'
import type { WindowPoint } from '#ui/base/menu-point.ts'
import type { Brush } from '#charts/shared/selection/brush.ts'
import styles from './echarts.module.css'
import { EChart, type MarkEvent } from './echarts.tsx'
import type { ChartTheme } from './chart-theme.ts'
import { type Mark, NOTE_HEIGHT } from './mark.ts'
import { PictureContainer } from './PictureContainer.tsx'

interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the ECharts option for a theme and a size. */
export type DrawOption = (theme: ChartTheme, size: Size) => Record<string, unknown>

interface Props {
  readonly canvas: ChartViewProps
  /** A new function redraws the picture. */
  readonly option: DrawOption
  readonly marks: readonly Mark[]
  /** Marks that keyboard navigation skips because other marks have the same content. */
  readonly silent?: readonly Mark[]
  readonly summary: string
  /** The note about omitted data with the reason; empty if nothing is omitted. */
  readonly note?: string | undefined
  readonly brush?: Brush | undefined
  /** Whether there is nothing to show; by default, if there are no marks. */
  readonly isEmpty?: boolean
  /** Called on a click on a mark that does not filter. */
  readonly onPress?: ((mark: Mark) => void) | undefined
}

const NONE: readonly Mark[] = []
const keyOf = ({ seriesId, dataIndex }: MarkEvent): string => `${seriesId} ${dataIndex}`

/** A chart of marks with keyboard navigation, selection and context menu, and a note below it. */
export function MarkChart({ canvas, option, marks, silent = NONE, summary, note = '', brush, onPress, ...own }: Props) {
  const { width, height, onSelect, onMenu } = canvas
  const isEmpty = own.isEmpty ?? marks.length === 0
  const below = isEmpty ? '' : note
  const room = Math.max(0, height - (below === '' ? 0 : NOTE_HEIGHT))
  const sized = useCallback((theme: ChartTheme) => option(theme, { width, height: room }), [option, width, room])
  const byKey = useMemo(() => new Map([...marks, ...silent].map((mark) => [keyOf(mark), mark])), [marks, silent])
  const stops = useMemo(() => {
    const at = (index: number) => {
      const { seriesId, seriesIndex, dataIndex, text } = marks[index] as Mark
      return { text: text(), mark: { seriesId, dataIndex }, seriesIndex }
    }
    return { count: marks.length, at }
  }, [marks])
  const found = (event: MarkEvent) => byKey.get(keyOf(event))
  const filled = (selection: SelectedMark | undefined) =>
    selection && Object.keys(selection).length > 0 ? selection : undefined
  const onMark = (event: MarkEvent, mode: SelectionMode) => {
    const mark = found(event)
    if (mark && onPress) return onPress(mark)
    const selection = filled(mark?.selection)
    if (selection) onSelect?.(selection, mode)
  }
  const onMarkMenu = (event: MarkEvent, at: WindowPoint) => {
    const mark = found(event)
    const rows = filled(mark?.rows ?? mark?.selection)
    if (mark && rows) onMenu?.(mark.selection, at, { rows, text: mark.text() })
  }
  return (
    <>
      <PictureContainer isEmpty={isEmpty} why={note}>
        <EChart
          option={sized}
          width={width}
          height={room}
          theme={canvas.theme}
          summary={summary}
          stops={stops}
          brush={brush}
          onRendered={canvas.onRendered}
          onMark={(onSelect ?? onPress) && onMark}
          onMarkMenu={onMenu && onMarkMenu}
        />
      </PictureContainer>
      {below !== '' && <p className={styles['note']}>{below}</p>}
    </>
  )
}
