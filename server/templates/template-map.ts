/** Maps an offset in a rendered template to the offset in its source. */
export type ToSource = (rendered: number) => number

const TAGS = /\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/gs

/**
 * Returns a map from offsets of a rendered text to its template. Text outside of tags is found in the rendered text in
 * order; an offset within the output of a tag maps to the tag. If a tag repeats or omits text, it maps to the nearest
 * preceding tag.
 */
export function sourceMap(template: string, rendered: string): ToSource {
  if (template === rendered) return (offset) => offset
  const parts: { readonly from: number; readonly to: number; readonly length: number }[] = []
  let from = 0
  let to = 0
  const literal = (end: number): void => {
    const text = template.slice(from, end)
    const at = text === '' ? -1 : rendered.indexOf(text, to)
    if (at < 0) return
    parts.push({ from, to: at, length: text.length })
    to = at + text.length
  }
  for (const { index, 0: tag } of template.matchAll(TAGS)) {
    literal(index)
    from = index + tag.length
  }
  literal(template.length)
  return (offset) => {
    const part = parts.findLast(({ to: start }) => start <= offset)
    if (!part) return 0
    return part.from + Math.min(offset - part.to, part.length)
  }
}

/** Returns the line and column, both from 1, of an offset in a text. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  const lines = before.split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
