import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

register([SVGRenderer])

/** Renders an option to SVG text; sizes in CSS pixels. The description becomes its title. */
export function svgPicture(option: Record<string, unknown>, size: { width: number; height: number }, title: string) {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  chart.setOption(option)
  const text = chart.renderToSVGString()
  chart.dispose()
  const safe = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return text.replace(/^(<svg[^>]*>)/, `$1<title>${safe}</title>`)
}
