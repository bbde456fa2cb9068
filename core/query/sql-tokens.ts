import type { QuoteMark } from './quote-mark.ts'

/** A string, comment, quoted name or word of SQL, and its offset. */
interface SqlToken {
  readonly token: string
  readonly at: number
}

/** A type of token. It extends to the end of the text if it is unclosed; its group matches then. */
type TokenPattern = readonly [opening: string, pattern: string]

const WORD = String.raw`[\p{L}_][\p{L}\p{N}_$]*`
const BLOCK_COMMENT: TokenPattern = ['/*', String.raw`\/\*[\s\S]*?(?:\*\/|($))`]

/** Returns the pattern of a token between two marks, which are doubled inside. */
const between = (opening: string, closing: string, escapes = ''): TokenPattern => {
  const [first = '', last = ''] = [opening, closing].map((sign) => (/[[\]]/.test(sign) ? `\\${sign}` : sign))
  const escaped = escapes && String.raw`|\\[\s\S]?`
  return [opening, `${first}(?:[^${last}${escapes}]${escaped}|${last}${last})*(?:${last}|($))`]
}

const STANDARD: readonly TokenPattern[] = [
  between("'", "'"),
  ['--', String.raw`--[^\n]*`],
  BLOCK_COMMENT,
  between('"', '"'),
  ['', WORD],
]

/** Dialects with backticks have double quotes around texts. `any` has each way to quote a name. */
const PATTERNS: Readonly<Record<QuoteMark | 'any', readonly TokenPattern[]>> = {
  '"': STANDARD,
  '`': [
    between("'", "'", '\\\\'),
    between('"', '"', '\\\\'),
    ['--', String.raw`(?:--|#)[^\n]*`],
    BLOCK_COMMENT,
    between('`', '`'),
    ['', WORD],
  ],
  any: [between('[', ']'), between('`', '`'), ...STANDARD],
}

/**
 * Returns the tokens of SQL, in order. An unclosed quote or comment is none: the text after it has tokens. Runs in linear
 * time.
 */
export function sqlTokens(sql: string, mark: QuoteMark | 'any'): readonly SqlToken[] {
  const tokens: SqlToken[] = []
  let patterns = PATTERNS[mark]
  let pattern = combined(patterns)
  for (let found = pattern.exec(sql); found; found = pattern.exec(sql)) {
    const [token, ...unclosed] = found
    const { index: at } = found
    if (unclosed.every((group: string | undefined) => group === undefined)) {
      tokens.push({ token, at })
      continue
    }
    // Later ones are unclosed, too: each type is tried once.
    patterns = patterns.filter(([opening]) => opening === '' || !token.startsWith(opening))
    pattern = combined(patterns)
    pattern.lastIndex = at
  }
  return tokens
}

const combined = (patterns: readonly TokenPattern[]): RegExp =>
  new RegExp(patterns.map(([, pattern]) => pattern).join('|'), 'gu')
