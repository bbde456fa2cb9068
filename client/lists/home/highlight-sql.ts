const KEYWORDS =
  /\b(select|distinct|from|where|and|or|not|in|is|null|join|left|right|inner|outer|full|cross|on|using|as|group|order|by|having|limit|offset|union|all|with|case|when|then|else|end|between|like|desc|asc|over|partition|insert|update|delete|create|values)\b/gi

/** The number of characters that are tokenized. */
const MAX_SQL_LENGTH = 600

/** A token of SQL for highlighting. */
export interface SqlWord {
  /** Its start position. */
  readonly at: number
  readonly text: string
  readonly isKeyword: boolean
}

/** Returns the beginning of a query as tokens, with keywords marked. */
export function highlightSql(sql: string): readonly SqlWord[] {
  let at = 0
  const pieces = sql.slice(0, MAX_SQL_LENGTH).split(KEYWORDS)
  return pieces.flatMap((text, index) => {
    const piece = { at, text, isKeyword: index % 2 === 1 }
    at += text.length
    return text === '' ? [] : [piece]
  })
}
