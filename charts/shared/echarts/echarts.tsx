import { t } from '#core/text/t.ts'
import {
  AriaComponent,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TooltipComponent,
} from 'echarts/components'
import { type ECharts, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import {
  type KeyboardEvent,
  type MouseEvent as MouseEventOf,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Brush } from '#charts/shared/selection/brush.ts'
import { selectionModeOf } from '#charts/shared/selection/selection-mode.ts'
import { type ChartTheme, chartThemeOf, wholeOption } from './chart-theme.ts'
import { listenToLegend } from '#charts/shared/legend/isolate-series.ts'
import { listen, type MarkEvent } from './listen.tsx'
import type { Stops } from '#charts/shared/tooltip/stops.ts'
import { useBrush } from '#charts/shared/selection/use-brush.tsx'
import { useCrosshair } from '#charts/shared/tooltip/use-crosshair.tsx'
import { patterned, usePatterns } from './use-patterns.tsx'
import { type OnZoom, useZoom } from '#charts/shared/selection/use-zoom.tsx'
import type { PickHow } from '#charts/chart.ts'
import { keepEdgePoints } from './edge-points.ts'
import { keepLinesAlike, replaceTextCaches } from './text-caches.ts'
import { DrawnContext } from '#charts/drawn.tsx'
import { announce } from '#ui/base/announce.ts'
import { usePixelRatio } from '#ui/tokens/paper.ts'
import { menuPoint, type WindowPoint } from '#ui/base/menu-point.ts'

replaceTextCaches()
keepLinesAlike()
keepEdgePoints()
register([
  AriaComponent,
  CanvasRenderer,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TooltipComponent,
])

export type { MarkEvent } from './listen.tsx'

export interface EChartProps {
  /** The picture for this ink. A new function is a new picture. */
  readonly option: (ink: ChartTheme) => Record<string, unknown>
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
  /** One line that says what is to be seen. */
  readonly summary: string
  /** Places the arrow keys go to, in order; Enter there is a click. */
  readonly stops?: Stops | undefined
  /** Its x axis is one of time, and shares the crosshair of the page. */
  readonly isTimed?: boolean | undefined
  /** How a stretch of its x axis is picked, where it can be. */
  readonly brush?: Brush | undefined
  /** Told what its zoom shows. */
  readonly onSight?: OnZoom | undefined
  readonly onRendered?: (() => void) | undefined
  readonly onMark?: ((mark: MarkEvent, how: PickHow) => void) | undefined
  readonly onMarkMenu?: ((mark: MarkEvent, at: WindowPoint) => void) | undefined
  readonly onMarkTwice?: ((mark: MarkEvent, chart: ECharts) => void) | undefined
}

const REPLACED = new Set(['series', 'dataset', 'xAxis', 'yAxis', 'grid', 'legend', 'dataZoom', 'title', 'visualMap'])

function readInk(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element)
  return chartThemeOf((name) => style.getPropertyValue(`--${name}`).trim())
}

/** Tells who wants to know how the picture is had as a file of shapes. */
function useDrawn(latest: RefObject<EChartProps>, host: RefObject<HTMLElement | null>): void {
  const tell = useContext(DrawnContext)
  useEffect(() => {
    if (!tell) return
    tell({
      svg: async () => {
        const { svgPicture } = await import('./svg-picture.tsx')
        const { option, width, height, summary } = latest.current
        const seen = readInk(host.current as HTMLElement)
        // The names of fonts are written into attributes.
        const ink = { ...seen, font: seen.font.replaceAll('"', "'") }
        return svgPicture({ backgroundColor: ink.surface, ...wholeOption(option, ink) }, { width, height }, summary)
      },
    })
    return () => tell(undefined)
  }, [tell, latest, host])
}

/**
 * Arrow keys show one stop after the other, Enter picks it, Escape hides it. With Shift they draw a stretch from where
 * they were, which Enter picks.
 */
function useStops(
  { stops, onMark, onMarkMenu, brush }: EChartProps,
  chart: RefObject<ECharts | null>,
  showStretch: ReturnType<typeof useBrush>,
) {
  const at = useRef(-1)
  /** Where a stretch began; -1 where none is drawn. */
  const began = useRef(-1)
  /** Goes on with a stretch, or begins one, before the step is made. */
  const stretches = (isShifted: boolean) => {
    const canStretch = isShifted && brush !== undefined && (stops?.at(0).mark.dataIndex ?? -1) >= 0
    if (!canStretch) began.current = -1
    else if (began.current < 0) began.current = Math.max(0, at.current)
  }
  const ends = (): readonly [number, number] => [
    Math.min(began.current, at.current),
    Math.max(began.current, at.current),
  ]
  const pickStop = (event: KeyboardEvent) => {
    if (stops === undefined || at.current < 0) return
    if (brush && began.current >= 0) brush.onBrush(...ends())
    else onMark?.(stops.at(at.current).mark, selectionModeOf(event))
    began.current = -1
  }
  /** The menu key opens the menu of the stop; a press of the pointer comes from within. */
  const onContextMenu = (event: MouseEventOf<HTMLElement>) => {
    if (event.target !== event.currentTarget || stops === undefined || at.current < 0 || !onMarkMenu) return
    event.preventDefault()
    onMarkMenu(stops.at(at.current).mark, menuPoint(event, event.currentTarget))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (stops === undefined) return
    if (event.key === 'Enter') pickStop(event)
    if (event.key === 'Escape' && at.current >= 0) {
      event.preventDefault()
      at.current = -1
      began.current = -1
      chart.current?.dispatchAction({ type: 'hideTip' })
    }
    if (step === undefined) return
    event.preventDefault()
    chart.current?.dispatchAction({ type: 'downplay' })
    stretches(event.shiftKey)
    at.current = Math.min(stops.count - 1, Math.max(0, at.current + step))
    const next = stops.at(at.current)
    const { dataIndex } = next.mark
    chart.current?.dispatchAction({
      type: 'highlight',
      seriesIndex: next.seriesIndex,
      ...(dataIndex < 0 ? {} : { dataIndex }),
    })
    if (dataIndex >= 0) chart.current?.dispatchAction({ type: 'showTip', seriesIndex: next.seriesIndex, dataIndex })
    if (began.current < 0) return announce(next.text)
    showStretch.current(...ends())
    announce(t('From %s to %s', stops.at(ends()[0]).text, stops.at(ends()[1]).text))
  }
  return { onKeyDown, onContextMenu }
}

/** Disposes of an instance and ends its painting: many marks are painted piece by piece, by frames that outlive it. */
function dispose(instance: ECharts): void {
  Object.assign(instance.getZr().painter, { _redrawId: Number.NaN })
  instance.dispose()
}

/** An ECharts picture on a canvas: one instance for the life of the element, drawn without animation. */
export function EChart(props: EChartProps) {
  const { option, width, height, theme, summary } = props
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  const latest = useRef(props)
  latest.current = props
  const unseen = useRef(false)
  const ratio = useRef(usePixelRatio())
  const hasPatterns = usePatterns()

  useLayoutEffect(() => {
    const element = host.current as HTMLDivElement
    const instance = init(element, null, {
      renderer: 'canvas',
      devicePixelRatio: ratio.current,
      width: latest.current.width,
      height: latest.current.height,
    })
    chart.current = instance
    const stop = listen(instance, latest, unseen)
    listenToLegend(instance)
    return () => {
      stop()
      chart.current = null
      dispose(instance)
    }
  }, [])

  useLayoutEffect(() => {
    const instance = chart.current
    if (instance && (instance.getWidth() !== width || instance.getHeight() !== height))
      instance.resize({ width, height })
  }, [width, height])

  useEffect(() => {
    if (!chart.current || !host.current) return
    unseen.current = true
    const picture = wholeOption(option, readInk(host.current))
    const whole = hasPatterns ? patterned(picture) : { ...picture, aria: { enabled: false } }
    // Naming a component the chart has not registered is an error, so only what is there is replaced.
    chart.current.setOption(whole, { replaceMerge: Object.keys(whole).filter((key) => REPLACED.has(key)) })
  }, [option, theme, hasPatterns])

  useDrawn(latest, host)
  useCrosshair(chart, host, props.isTimed === true)
  useZoom(chart, props.onSight)
  const showStretch = useBrush(chart, host, props.brush)
  const hands = useStops(props, chart, showStretch)
  const hasStops = (props.stops?.count ?? 0) > 0
  const description = props.brush
    ? t('Arrow keys move between values; Shift+arrows select a range, Enter applies it')
    : t('Arrow keys move between values')
  return (
    <div
      ref={host}
      role={hasStops ? 'application' : 'img'}
      aria-label={summary || t('Chart')}
      style={{ width, height, position: 'relative', ...(props.brush ? { userSelect: 'none' } : {}) }}
      {...(hasStops ? { tabIndex: 0, ...hands, 'aria-description': description } : {})}
    />
  )
}
