import type { TextSpan } from './scan.ts'

/** A tag of a template: output, a block or a comment. */
export interface TemplateTag extends TextSpan {
  readonly type: 'output' | 'block' | 'comment'
  /** The text between the braces. */
  readonly content: string
}

const TYPES = { '{{': ['output', '}}'], '{%': ['block', '%}'], '{#': ['comment', '#}'] } as const

/** Strings and brackets of a tag, and the start of its end. An unclosed string extends to the end of the text. */
const TAG_SIGNS = /'(?:[^'\\]|\\.?)*(?:'|$)|"(?:[^"\\]|\\.?)*(?:"|$)|[([{)\]}]|%(?=\})/gs
const RAW = /^[-+]?\s*raw\s*[-+]?$/
const END_OF_RAW = /\{%[-+]?\s*endraw\s*[-+]?%\}/g

/**
 * Returns the closed tags of a template, in order, without those in raw blocks. Strings and brackets in a tag may
 * contain its end. In a template that cannot be rendered, a tag extends to the next end. Runs in linear time.
 */
export function templateTags(text: string): readonly TemplateTag[] {
  const tags: TemplateTag[] = []
  const unclosed = new Set<string>()
  let hasRaw = true
  const begins = /\{[{%#]/g
  for (let found = begins.exec(text); found; found = begins.exec(text)) {
    const begin = found[0] as keyof typeof TYPES
    const [type, closing] = TYPES[begin]
    const start = found.index
    const isStrict = type !== 'comment' && !unclosed.has('strict')
    const strictEnd = isStrict ? endOfTag(text, start + 2, closing) : -1
    // A failure reads the whole text: it happens once.
    if (isStrict && strictEnd < 0) unclosed.add('strict')
    const at = strictEnd >= 0 || unclosed.has(begin) ? strictEnd : text.indexOf(closing, start + 2)
    if (at < 0) {
      unclosed.add(begin)
      continue
    }
    const content = text.slice(start + 2, at)
    tags.push({ type, content, start, end: at + 2 })
    begins.lastIndex = at + 2
    if (type !== 'block' || !hasRaw || !RAW.test(content)) continue
    const rawEnd = offsetOf(END_OF_RAW, text, at + 2)
    if (rawEnd < 0) hasRaw = false
    else begins.lastIndex = rawEnd
  }
  return tags
}

function offsetOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

/** Returns the offset of the first end of a tag that is in no string or bracket, or -1. */
function endOfTag(text: string, from: number, closing: string): number {
  const signs = new RegExp(TAG_SIGNS)
  signs.lastIndex = from
  let depth = 0
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const [sign] = found
    if (depth === 0 && text.startsWith(closing, found.index)) return found.index
    if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth = Math.max(0, depth - 1)
  }
  return -1
}
