import type { Dialect } from '#server/engines/engine.ts'
import type { TextQuoting } from './macro-task.ts'

/** Returns how a dialect quotes texts, derived from its own literals. */
export function quotingOf(dialect: Pick<Dialect, 'literal'>): TextQuoting {
  const probe = dialect.literal('x')
  const open = probe.slice(0, probe.indexOf('x'))
  const close = probe.slice(probe.indexOf('x') + 1)
  const inside = (text: string): string => {
    const literal = dialect.literal(text)
    return literal.startsWith(open) ? literal.slice(open.length, literal.length - close.length) : text
  }
  return { open, close, quote: inside("'"), backslash: inside('\\') }
}

/** Returns the text escaped for use within a literal. */
export function escapeText(text: string, { quote, backslash }: TextQuoting): string {
  return text.replace(/['\\]/g, (character) => (character === "'" ? quote : backslash))
}

/** Returns the text as a literal. */
export function quoteText(text: string, quoting: TextQuoting): string {
  return `${quoting.open}${escapeText(text, quoting)}${quoting.close}`
}
