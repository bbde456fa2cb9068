/** A range of a text: offsets in UTF-16 units, `end` exclusive. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

const BEGINS = /'|"|--|\/\*|\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/gu

/**
 * Returns the string literals, quoted names, dollar-quoted strings and comments of a SQL text, in order; characters
 * inside them have no syntactic meaning. An unclosed one extends to the end of the text. Runs in linear time.
 */
export function literalAndCommentSpans(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = []
  const begins = new RegExp(BEGINS)
  for (let found = begins.exec(text); found; found = begins.exec(text)) {
    const { index: start } = found
    const [begin] = found
    // Names may contain dollar signs.
    if (begin.startsWith('$') && /[\p{L}\p{N}_$]$/u.test(text.slice(Math.max(0, start - 2), start))) continue
    const end = endOf(text, start, begin)
    spans.push({ start, end })
    begins.lastIndex = end
  }
  return spans
}

/** Returns the end (exclusive) of the token that begins with `begin` at `at`; the end of the text if it is unclosed. */
function endOf(text: string, at: number, begin: string): number {
  const inner = at + begin.length
  if (begin === '--') return offsetAfter(text, '\n', inner)
  if (begin === '/*') return afterComment(text, inner)
  if (begin.startsWith('$')) return offsetAfter(text, begin, inner)
  const escapes = begin === "'" && /(^|[^\p{L}\p{N}_])e$/iu.test(text.slice(Math.max(0, at - 3), at))
  for (let next = inner; next < text.length; next++) {
    if (escapes && text[next] === '\\') next += 1
    else if (text[next] === begin && text[next + 1] === begin) next += 1
    else if (text[next] === begin) return next + 1
  }
  return text.length
}

function offsetAfter(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found < 0 ? text.length : found + sign.length
}

/** Comments nest. */
function afterComment(text: string, from: number): number {
  const signs = /\/\*|\*\//g
  signs.lastIndex = from
  let depth = 1
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return signs.lastIndex
  }
  return text.length
}

/** True if an offset is in a string or a comment, where nothing is completed. */
export function isInLiteralOrComment(text: string, offset: number): boolean {
  return literalAndCommentSpans(text).some(({ start, end }) => {
    if (text[start] === '"' || start >= offset || offset > end) return false
    const span = text.slice(start, end)
    const isOpen = span.startsWith('--') ? !span.endsWith('\n') : end === text.length && !isClosed(span)
    return offset < end || isOpen
  })
}

function isClosed(span: string): boolean {
  return span.startsWith('/*') ? span.endsWith('*/') : span.length > 1 && span.endsWith(span[0] ?? '')
}
