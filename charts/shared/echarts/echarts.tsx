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
import { type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import type { Brush } from '#charts/shared/selection/brush.ts'
import { type ChartTheme, chartThemeOf, withSharedOptions } from './chart-theme.ts'
import { listenToLegend } from './isolate-series.ts'
import { type ForwardedEvents, forwardEvents, type MarkEvent, type TooltipStop } from './mark-events.tsx'
import { useBrush } from './use-brush.tsx'
import { useCrosshair } from './use-crosshair.tsx'
import { withPatterns, usePatterns } from './use-patterns.tsx'
import { useStops } from './use-stops.tsx'
import { type OnZoom, useZoom } from './use-zoom.tsx'
import type { SelectionMode } from '#charts/chart.ts'
import { patchAxisEdges } from './edge-points.ts'
import { patchLineHeights, replaceTextCaches } from './text-caches.ts'
import { PictureExportContext } from '#charts/picture-export.tsx'
import { usePixelRatio } from '#ui/tokens/print-settings.ts'
import type { WindowPoint } from '#ui/base/menu-point.ts'
import type { KeyboardStops } from './keyboard-stops.ts'

replaceTextCaches()
patchLineHeights()
patchAxisEdges()
register([
  AriaComponent,
  CanvasRenderer,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TooltipComponent,
])

export type { MarkEvent } from './mark-events.tsx'

export interface EChartProps {
  /** Returns the option for a theme. The picture is drawn again when the function changes. */
  readonly option: (theme: ChartTheme) => Record<string, unknown>
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
  /** A one-line description of the picture. */
  readonly summary: string
  /** Positions for the arrow keys, in order; Enter acts like a click. */
  readonly stops?: KeyboardStops | undefined
  /** Whether its x axis is temporal and shares the crosshair of the page. */
  readonly isTimed?: boolean | undefined
  /** The range selection of its x axis, if it has one. */
  readonly brush?: Brush | undefined
  /** Called with the visible range after a zoom. */
  readonly onZoom?: OnZoom | undefined
  readonly onRendered?: (() => void) | undefined
  readonly onMark?: ((mark: MarkEvent, how: SelectionMode) => void) | undefined
  readonly onMarkMenu?: ((mark: MarkEvent, at: WindowPoint) => void) | undefined
  readonly onMarkDoubleClick?: ((mark: MarkEvent, chart: ECharts) => void) | undefined
}

const REPLACED = new Set(['series', 'dataset', 'xAxis', 'yAxis', 'grid', 'legend', 'dataZoom', 'title', 'visualMap'])

function readTheme(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element)
  return chartThemeOf((name) => style.getPropertyValue(`--${name}`).trim())
}

/** Registers the SVG export of the picture in `PictureExportContext`. */
function useDrawn(latest: RefObject<EChartProps>, host: RefObject<HTMLElement | null>): void {
  const tell = useContext(PictureExportContext)
  useEffect(() => {
    if (!tell) return
    tell({
      svg: async () => {
        const { svgPicture } = await import('./svg-picture.tsx')
        const { option, width, height, summary } = latest.current
        const seen = readTheme(host.current as HTMLElement)
        // Font names are written into XML attributes.
        const theme = { ...seen, font: seen.font.replaceAll('"', "'") }
        return svgPicture(
          { backgroundColor: theme.surface, ...withSharedOptions(option, theme) },
          { width, height },
          summary,
        )
      },
    })
    return () => tell(undefined)
  }, [tell, latest, host])
}

/** Disposes of an instance and stops its painting: progressive rendering schedules frames that outlive the instance. */
function dispose(instance: ECharts): void {
  Object.assign(instance.getZr().painter, { _redrawId: Number.NaN })
  instance.dispose()
}

/** Returns the description of the arrow keys. */
const keyText = (brush: Brush | undefined): string =>
  brush
    ? t('Arrow keys move between values; Shift+arrows select a range, Enter applies it')
    : t('Arrow keys move between values')

/** An ECharts picture on a canvas: one instance per element, without animation. */
export function EChart(props: EChartProps) {
  const { option, width, height, theme, summary } = props
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  const latest = useRef(props)
  latest.current = props
  const events = useRef<ForwardedEvents>(undefined)
  const unseen = useRef(false)
  const openStop = useRef<() => TooltipStop | undefined>(() => undefined)
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
    events.current = forwardEvents(instance, latest, unseen)
    listenToLegend(instance)
    return () => {
      events.current?.stop()
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
    const picture = withSharedOptions(option, readTheme(host.current))
    const whole = hasPatterns ? withPatterns(picture) : { ...picture, aria: { enabled: false } }
    // ECharts throws for components that the chart has not registered, so only existing ones are replaced.
    chart.current.setOption(whole, { replaceMerge: Object.keys(whole).filter((key) => REPLACED.has(key)) })
    events.current?.updateTooltip(openStop.current())
  }, [option, theme, hasPatterns])

  useDrawn(latest, host)
  useCrosshair(chart, host, props.isTimed === true)
  useZoom(chart, props.onZoom)
  const showRange = useBrush(chart, host, props.brush)
  const { openStop: newOpenStop, handlers } = useStops(props, chart, showRange)
  openStop.current = newOpenStop
  const hasStops = (props.stops?.count ?? 0) > 0
  return (
    <div
      ref={host}
      role={hasStops ? 'application' : 'img'}
      aria-label={summary || t('Chart')}
      style={{ width, height, position: 'relative', ...(props.brush ? { userSelect: 'none' } : {}) }}
      {...(hasStops ? { tabIndex: 0, ...handlers, 'aria-description': keyText(props.brush) } : {})}
    />
  )
}
