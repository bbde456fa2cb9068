/** The frame of a chart or a dashboard on another page. */
export interface EmbedFrame {
  /** CSS pixels. */
  readonly width: number
  readonly height: number
  /** A chart fills its frame; a dashboard is scrolled in it. */
  readonly of: 'chart' | 'dashboard'
}

/** The frame of a chart, unless somebody says another size. */
export const CHART_FRAME: EmbedFrame = { width: 600, height: 400, of: 'chart' }

/** The HTML that shows a chart or a dashboard by its permalink; a link to a dashboard says itself what is hidden. */
export function embedCode(permalink: string, { width, height, of }: EmbedFrame): string {
  const src = new URL(permalink)
  if (of === 'chart') {
    src.searchParams.set('standalone', '1')
    src.searchParams.set('height', String(height))
  }
  const address = src.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<iframe
  width="${width}"
  height="${height}"
  seamless
  frameBorder="0"${of === 'chart' ? '\n  scrolling="no"' : ''}
  src="${address}"
>
</iframe>`
}
