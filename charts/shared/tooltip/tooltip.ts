import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'

/** One line of a tooltip. */
export interface TooltipRow {
  readonly color: string
  readonly name: string
  readonly text: string
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] as string)
}

const NAME = 'max-width:280px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding:1px 16px 1px 0'
const FIGURE = 'text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap'

/** Returns the content of a tooltip: a title above names with right-aligned numbers. */
export function tooltipHtml(title: string, rows: readonly TooltipRow[], more = ''): string {
  const lines = rows.map(
    ({ color, name, text }) =>
      `<tr><td style="${NAME}"><span style="display:inline-block;width:8px;height:8px;border-radius:2px;margin-right:8px;background:${escapeHtml(color)}"></span><bdi>${escapeHtml(name)}</bdi></td><td style="${FIGURE}">${escapeHtml(text)}</td></tr>`,
  )
  const head =
    title === ''
      ? ''
      : `<div style="font-weight:600;padding-bottom:4px;max-width:320px;overflow:hidden;text-overflow:ellipsis"><bdi>${escapeHtml(title)}</bdi></div>`
  const foot =
    more === ''
      ? ''
      : `<div style="padding-top:4px;max-width:280px;white-space:normal;opacity:.7">${escapeHtml(more)}</div>`
  return `${head}<table style="border-spacing:0;font-size:12px;line-height:18px">${lines.join('')}</table>${foot}`
}

interface Sizes {
  readonly contentSize: readonly number[]
  readonly viewSize: readonly number[]
}

/** Returns the ECharts options that all tooltips share. */
export function tooltipFrame(theme: ChartTheme): Record<string, unknown> {
  return {
    confine: true,
    position: (point: readonly [number, number], _a: unknown, _b: unknown, _c: unknown, size: Sizes) =>
      nearPointer(point, size),
    transitionDuration: 0,
    backgroundColor: theme.raised,
    borderWidth: 0,
    padding: [8, 10],
    textStyle: { color: theme.text, fontSize: 12, fontFamily: theme.font },
    className: 'chart-tooltip',
    // A transparent outline is visible in forced-colors mode, which paints no shadows.
    extraCssText: `outline:1px solid transparent;border-radius:8px;box-shadow:${theme.shadow};`,
  }
}

/** Positions a tooltip next to the crosshair, on the side with more room, never under the pointer. */
export function nextToCrosshair(point: readonly [number, number], size: Sizes): [number, number] {
  const [x] = point
  const width = size.contentSize[0] ?? 0
  return [x > (size.viewSize[0] ?? 0) / 2 ? x - width - 14 : x + 14, 0]
}

/** Positions a tooltip next to the pointer, on the side with more room, at its height as far as the picture allows. */
function nearPointer(point: readonly [number, number], size: Sizes): [number, number] {
  const [left] = nextToCrosshair(point, size)
  const height = size.contentSize[1] ?? 0
  const lowest = Math.max(0, (size.viewSize[1] ?? 0) - height)
  return [left, Math.min(Math.max(0, point[1] - height / 2), lowest)]
}
