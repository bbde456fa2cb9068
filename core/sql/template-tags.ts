import type { TextSpan } from './scan.ts'

/** A tag of a template: output, a block or a comment. */
export interface TemplateTag extends TextSpan {
  readonly type: 'output' | 'block' | 'comment'
  /** The text between the braces. */
  readonly content: string
}

const TYPES = { '{{': ['output', '}}'], '{%': ['block', '%}'], '{#': ['comment', '#}'] } as const

/** Returns the closed tags of a template, in order. Runs in linear time. */
export function templateTags(text: string): readonly TemplateTag[] {
  const tags: TemplateTag[] = []
  const unclosed = new Set<string>()
  const begins = /\{[{%#]/g
  for (let found = begins.exec(text); found; found = begins.exec(text)) {
    const begin = found[0] as keyof typeof TYPES
    const [type, closing] = TYPES[begin]
    const start = found.index
    const at = unclosed.has(begin) ? -1 : text.indexOf(closing, start + 2)
    if (at < 0) unclosed.add(begin)
    else {
      tags.push({ type, content: text.slice(start + 2, at), start, end: at + 2 })
      begins.lastIndex = at + 2
    }
  }
  return tags
}
