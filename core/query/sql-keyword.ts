/** A word of SQL: the SQL, the word as written, and its offset. */
export interface SqlWord {
  readonly sql: string
  readonly token: string
  readonly at: number
}

/** Words that are never a column unless they are quoted. */
const RESERVED = new Set(
  (
    'all and any array as asc between both case cast collate current_date current_time current_timestamp current_user ' +
    'desc distinct else end except exists false for from group having in intersect into is leading like limit not null ' +
    'offset on or order select session_user similar some then trailing true union using when where window with'
  ).split(' '),
)

/** Words inside the name of a type, such as `timestamp with time zone`. */
const TYPE_WORDS = 'bit|character|double|local|national|time|timestamp|with|without'

/** The text around a word that makes it a keyword; a missing side matches any text. */
const CONTEXTS: readonly { readonly before?: RegExp; readonly after?: RegExp }[] = [
  // DATE '2024-01-01', INTERVAL 1 DAY
  { after: /^(?:\s*'|\s+\d)/ },
  // CAST(x AS date), x::date
  { before: new RegExp(String.raw`(?:::\s*|\bas\s+)(?:(?:${TYPE_WORDS})\s+)*$`, 'i') },
  // EXTRACT(year FROM x)
  { before: /\bextract\s*\(\s*$/i, after: /^\s+from\b/i },
  // INTERVAL '1' DAY, INTERVAL 1 DAY
  { before: /\binterval\s*(?:'[^']*'|\d+)\s*$/i },
  // x AT TIME ZONE 'UTC'
  { after: /^\s+time\s+zone\b/i },
  { before: /\b(?:at|with|without)\s+$/i, after: /^\s+zone\b/i },
  { before: /\btime\s+$/i },
  // ORDER BY x NULLS LAST, OVER (PARTITION BY x ORDER BY y ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
  { after: /^\s+(?:first|last)\b/i },
  { before: /\bnulls\s+$/i },
  { after: /^\s+by\b/i },
  { before: /\b(?:partition|order|group)\s+$/i },
  { after: /^\s+(?:unbounded|current|\d+)\b/i },
  { after: /^\s+between\s+(?:unbounded|current\s+row|\d+\s+(?:preceding|following))\b/i },
  { before: /\b(?:unbounded|current|\d+)\s+$/i },
]

/** Maximum characters before and after a word that decide whether it is a keyword. */
const CONTEXT_LENGTH = 200

/** True if an unquoted word of an expression is a keyword, a type or a unit there, so that it names no column. */
export function isKeyword({ sql, token, at }: SqlWord): boolean {
  if (/^["`[]/.test(token)) return false
  if (RESERVED.has(token.toLowerCase())) return true
  const end = at + token.length
  const before = sql.slice(Math.max(0, at - CONTEXT_LENGTH), at)
  const after = sql.slice(end, end + CONTEXT_LENGTH)
  return CONTEXTS.some((context) => (context.before?.test(before) ?? true) && (context.after?.test(after) ?? true))
}
