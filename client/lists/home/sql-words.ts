const KEYWORDS =
  /\b(select|distinct|from|where|and|or|not|in|is|null|join|left|right|inner|outer|full|cross|on|using|as|group|order|by|having|limit|offset|union|all|with|case|when|then|else|end|between|like|desc|asc|over|partition|insert|update|delete|create|values)\b/gi

/** Letters that are looked at. */
const MAX_SQL_LENGTH = 600

/** A piece of SQL as it is read at a glance. */
export interface SqlWord {
  /** Where it begins. */
  readonly at: number
  readonly text: string
  readonly isKeyword: boolean
}

/** The beginning of a query in pieces, words of the language apart from the rest. */
export function sqlWords(sql: string): readonly SqlWord[] {
  let at = 0
  const pieces = sql.slice(0, MAX_SQL_LENGTH).split(KEYWORDS)
  return pieces.flatMap((text, index) => {
    const piece = { at, text, isKeyword: index % 2 === 1 }
    at += text.length
    return text === '' ? [] : [piece]
  })
}
