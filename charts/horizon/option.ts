import { estimatedLetterWidth } from '#charts/shared/echarts/fitted-text.ts'
import { BAND_COUNT, bandOf, hasVisibleValue, withPeaks } from './bands.ts'
import type { HorizonProps } from './props.ts'
import { pointTimeText, valueText } from './texts.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import { timeAxis } from '#charts/shared/timeseries/timeseries-axes.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { rampColors } from '#core/color/sequential.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = HorizonProps & Pick<ChartViewProps, 'theme' | 'selectedMarks' | 'isSelectionExcluded' | 'isZoneHidden'>

/** The height of the axis below the rows, in pixels. */
export const AXIS_HEIGHT = 44
const LETTER = 6.4
/** The horizontal margin of a name, in pixels. */
const LABEL_GAP = 12
const UNSELECTED_OPACITY = 0.3
const TOOLTIP_ROWS = 20
/** The maximum share of the width for names. */
const NAMES = 0.3

/** Returns the band colors of a sign, lowest first. Each is darker than the one below, or lighter in the dark theme. */
export function bandColors(sign: 1 | -1, theme: 'light' | 'dark'): readonly string[] {
  const ramp = rampColors(sign === 1 ? 'facet_blue' : 'facet_heat', theme)
  return Array.from(
    { length: BAND_COUNT },
    (_, band) => ramp[Math.min(ramp.length - 1, 1 + Math.round(band * 1.6))] ?? '',
  )
}

/** Returns the bands of one row: positive values rise from its baseline, negative ones hang from its top. */
function rowBands(props: Props, row: number): Option[] {
  const own = props.rows[row]
  if (!own) return []
  const strength = isMarkHighlighted(props, own.selection) ? 1 : UNSELECTED_OPACITY
  return ([1, -1] as const).flatMap((sign) =>
    bandColors(sign, props.theme).flatMap((color, band) => {
      const heights = withPeaks(bandOf(own.drawn, own.reach, band, sign))
      // The lowest band always exists, because it makes the row hoverable.
      if (!(sign === 1 && band === 0) && !hasVisibleValue(heights)) return []
      const floor = sign === 1 ? row + 1 : row
      return [
        {
          id: `r${row} ${sign} ${band}`,
          name: own.name,
          type: 'line',
          data: heights.map((height, index) => [props.at[index], height === null ? null : floor - sign * height]),
          showSymbol: false,
          symbol: 'none',
          color,
          triggerEvent: true,
          lineStyle: { width: 0 },
          areaStyle: { color, opacity: strength, origin: floor },
          emphasis: { disabled: true },
          z: 2 + band,
        },
      ]
    }),
  )
}

function tooltip(props: Props, theme: ChartTheme): Option {
  return {
    ...tooltipFrame(theme),
    trigger: 'axis',
    axisPointer: { type: 'line', snap: true, z: 20, lineStyle: { color: theme.crosshair, width: 1, type: 'solid' } },
    formatter: (hovered: readonly { readonly dataIndex: number }[]) => {
      const index = hovered[0]?.dataIndex ?? 0
      const at = props.at[index] ?? 0
      const found = props.rows.flatMap((row) => {
        const text = valueText(props, row, index)
        const [color = ''] = bandColors((row.drawn[index] ?? 0) < 0 ? -1 : 1, props.theme).slice(-1)
        return text === undefined ? [] : [{ name: row.name, text, color, value: row.values[index] ?? 0 }]
      })
      const sorted = found.toSorted((a, b) => b.value - a.value)
      const more = sorted.length - TOOLTIP_ROWS
      const name = pointTimeText(props, at)
      const title = props.openFrom === at || props.cutFirst === at ? t('%s, incomplete', name) : name
      return tooltipHtml(title, sorted.slice(0, TOOLTIP_ROWS), more > 0 ? `+ ${more}` : '')
    },
  }
}

/** Returns the ECharts option of rows of bands over one time axis. */
export function horizonOption(props: Props, theme: ChartTheme, width: number): Option {
  const { rows, at } = props
  const longest = rows.reduce((most, { name }) => Math.max(most, estimatedLetterWidth(name)), 0)
  const [needed, most] = [Math.ceil(longest) + LABEL_GAP, Math.round(width * NAMES)]
  const names = Math.min(most, needed)
  const letters = needed <= most ? Infinity : Math.max(4, Math.floor((names - LABEL_GAP) / LETTER))
  const time = timeAxis(
    {
      x: { kind: 'time', column: '', label: '', values: at },
      xAxis: { title: '', format: 'smart_date', rotation: 0 },
      mark: { shape: 'line', curve: 'straight', fill: 1, symbolSize: 0, horizontal: false },
      zoomable: false,
      grain: props.grain,
      zone: props.zone,
      isZoneHidden: props.isZoneHidden,
      // The space below the rows always has two lines.
      height: Number.POSITIVE_INFINITY,
    },
    theme,
    width - names,
  )
  return {
    grid: { left: names, right: 12, top: 2, bottom: AXIS_HEIGHT - 2, outerBoundsMode: 'none' },
    xAxis: { ...time, axisLine: { show: true, lineStyle: { color: theme.axisLine } }, splitLine: { show: false } },
    yAxis: {
      type: 'value',
      inverse: true,
      min: 0,
      max: Math.max(1, rows.length),
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        customValues: rows.map((_, row) => row + 0.5),
        color: theme.axisText,
        fontSize: 11,
        margin: 8,
        hideOverlap: true,
        formatter: (value: number) => truncateLabel(rows[Math.floor(value)]?.name ?? '', letters),
      },
    },
    series: rows.flatMap((_, row) => rowBands(props, row)),
    tooltip: tooltip(props, theme),
  }
}
