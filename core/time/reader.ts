import type { TextRange } from './time-error.ts'

/** A position in a text that advances as tokens are read. Positions count from the start of the complete text. */
export class Reader {
  readonly text: string
  readonly end: number
  at: number

  constructor(text: string, span: TextRange) {
    this.text = text
    this.at = span.start
    this.end = span.end
  }

  /**
   * Consumes and returns the match of a sticky pattern at this position; undefined if it does not match. Skips white
   * space before it.
   */
  take(pattern: RegExp): RegExpExecArray | undefined {
    this.skip()
    const sticky = new RegExp(pattern.source, pattern.flags.includes('y') ? pattern.flags : `${pattern.flags}y`)
    sticky.lastIndex = this.at
    const match = sticky.exec(this.text.slice(0, this.end))
    if (!match || match[0] === '') return undefined
    this.at += match[0].length
    return match
  }

  /** Skips white space. */
  skip(): void {
    while (this.at < this.end && /\s/.test(this.text[this.at] ?? '')) this.at += 1
  }

  /** Returns the word or character at this position, for a message. */
  here(): TextRange & { readonly word: string } {
    this.skip()
    const word = /^(\w+|\S)/.exec(this.text.slice(this.at, this.end))?.[0] ?? ''
    return { start: this.at, end: this.at + word.length, word }
  }
}
