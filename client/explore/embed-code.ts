/** The HTML that shows a chart by its permalink, the picture alone; sizes in CSS pixels. */
export function embedCode(permalink: string, width: number, height: number): string {
  const src = new URL(permalink)
  src.searchParams.set('standalone', '1')
  src.searchParams.set('height', String(height))
  const address = src.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<iframe
  width="${width}"
  height="${height}"
  seamless
  frameBorder="0"
  scrolling="no"
  src="${address}"
>
</iframe>`
}
