import type { ControlContext } from '#controls/control.ts'

/** Functions and words offered beside the names of the dataset. */
const WORDS =
  'AND OR NOT IN IS NULL LIKE BETWEEN CASE WHEN THEN ELSE END AVG CAST COALESCE COUNT DISTINCT LOWER MAX MIN ROUND SUM UPPER'.split(
    ' ',
  )

/** How many are offered at most. */
const MOST = 8

/** A name as SQL needs it: quoted unless it is a plain word. */
export function sqlName(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

/** What may stand in an expression: the columns of the dataset, then functions and words. */
export function vocabulary({ dataset }: ControlContext): readonly string[] {
  return [...dataset.columns.map((column) => sqlName(column.column_name)), ...WORDS]
}

/** The word before the caret: where it starts, and what there is of it. */
function wordAt(text: string, caret: number): readonly [number, string] {
  const word = /"?[\p{L}_][\p{L}\p{N}_]*$/u.exec(text.slice(0, caret))?.[0] ?? ''
  return [caret - word.length, word.replace(/^"/, '')]
}

/** Words that go on where the caret stands; those that begin with what is typed come first. */
export function completionsAt(text: string, caret: number, words: readonly string[]): readonly string[] {
  const [, word] = wordAt(text, caret)
  if (word === '') return []
  const plain = (each: string) => each.replaceAll('"', '').toLowerCase()
  const typed = word.toLowerCase()
  const found = words.filter((each) => plain(each).includes(typed) && plain(each) !== typed)
  const begins = found.filter((each) => plain(each).startsWith(typed))
  return [...begins, ...found.filter((each) => !begins.includes(each))].slice(0, MOST)
}

/** The text with the word before the caret completed, and where the caret stands then. */
export function completed(text: string, caret: number, completion: string): readonly [string, number] {
  const [start] = wordAt(text, caret)
  return [text.slice(0, start) + completion + text.slice(caret), start + completion.length]
}

/** The lines a text takes in an editor of a popover, from 2 to 6. */
export function popoverRows(text: string): number {
  return Math.min(6, Math.max(2, text.split('\n').length))
}
