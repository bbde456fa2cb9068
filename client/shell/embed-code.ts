/** The iframe of an embedded chart or dashboard. */
export interface EmbedFrame {
  /** CSS pixels. */
  readonly width: number
  readonly height: number
  /** A chart fills its iframe; a dashboard scrolls in it. */
  readonly of: 'chart' | 'dashboard'
}

/** The default iframe of a chart. */
export const CHART_FRAME: EmbedFrame = { width: 600, height: 400, of: 'chart' }

/**
 * Returns the HTML that embeds a chart or a dashboard by its permalink. A link to a dashboard already says what is
 * hidden.
 */
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
