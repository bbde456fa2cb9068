import { sqlCompletions } from '#controls/shared/completion.ts'
import { MACROS } from '#core/query/macros.ts'
import { quotedName, quoteMarkOf } from '#core/query/quote-mark.ts'
import { isInLiteralOrComment } from '#core/sql/scan.ts'
import { t } from '#core/text/t.ts'
import type { CodeCompletion, CompleteCode } from '#ui/input/code/completion.ts'

/** A dataset of a row rule. */
interface RuleDataset {
  readonly name: string
  /** The columns of the source; calculated ones do not exist there. */
  readonly columns: readonly { readonly column_name: string; readonly type?: string | null | undefined }[]
}

/** The names that completion of a clause knows. */
export interface ClauseVocabulary {
  readonly datasets: readonly RuleDataset[]
  readonly functions: readonly string[]
  /** The backend of the database, whose dialect quotes names. */
  readonly backend: string | undefined
  /** The names of the attributes of users. */
  readonly attributes: readonly string[]
}

/** Returns the distinct columns; one that a dataset lacks says so, because a clause must run on every dataset. */
function columnsOf(datasets: readonly RuleDataset[]) {
  const types = new Map<string, string | null | undefined>()
  for (const { columns } of datasets)
    for (const { column_name: name, type } of columns) if (!types.has(name)) types.set(name, type)
  return Array.from(types, ([column_name, type]) => {
    const lacking = datasets.filter(({ columns }) => !columns.some((each) => each.column_name === column_name))
    const names = lacking.map(({ name }) => name).join(', ')
    return { column_name, type: lacking.length === 0 ? (type ?? null) : t('not in %s', names) }
  })
}

/** Returns attributes as completions; `printed` returns the inserted text. */
function attributeCompletions(names: readonly string[], printed: (name: string) => string): readonly CodeCompletion[] {
  return names.map((name) => ({ label: name, kind: 'macro', detail: t('user attribute'), text: printed(name) }))
}

/** True if an offset is between the braces of a template. */
function isInTemplate(before: string): boolean {
  const opened = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'))
  return opened >= 0 && opened > Math.max(before.lastIndexOf('}}'), before.lastIndexOf('%}'))
}

/** Matches the argument of the macro `attribute` up to the caret. */
const ATTRIBUTE_ARGUMENT = /\battribute\(\s*['"]$/

/** True if a text ends within a quoted text of a template. */
function isInTemplateText(before: string): boolean {
  const template = before.slice(Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%')))
  const quotes = template.replaceAll(/'[^']*'|"[^"]*"/g, '')
  return /['"]/.test(quotes)
}

/**
 * Returns a function that completes the clause of a row rule: columns, functions, keywords, macros and attributes of
 * users; within the braces of a template, macros and attributes only.
 */
export function clauseCompletion({ datasets, functions, backend, attributes }: ClauseVocabulary): CompleteCode {
  const mark = quoteMarkOf(backend)
  const columns = columnsOf(datasets)
  const sql: readonly CodeCompletion[] = [
    ...sqlCompletions({ columns, metrics: [], functions, backend }),
    ...attributeCompletions(attributes, (name) => `{{ attribute('${name}') | where_in }}`),
  ]
  const quoted = columns.map(
    ({ column_name: name, type }): CodeCompletion => ({
      label: mark + name,
      kind: 'column',
      detail: type ?? undefined,
      text: quotedName(name, mark),
    }),
  )
  const inTemplate: readonly CodeCompletion[] = [
    ...MACROS.map(({ name, call }): CodeCompletion => ({ label: name, kind: 'macro', detail: '()', text: call })),
    ...attributeCompletions(attributes, (name) => `attribute('${name}')`),
  ]
  const names = attributeCompletions(attributes, (name) => name)
  return (text, offset, isExplicit) => {
    const word = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? ''
    const from = offset - word.length
    const before = text.slice(0, from)
    if (isInTemplate(before)) {
      if (ATTRIBUTE_ARGUMENT.test(before)) return { from, lists: [names] }
      if (isInTemplateText(before) || (word === '' && !isExplicit)) return undefined
      return { from, lists: [inTemplate] }
    }
    if (isInLiteralOrComment(text, offset)) return undefined
    if (before.endsWith(mark)) return { from: from - 1, lists: [quoted] }
    return word === '' && !isExplicit ? undefined : { from, lists: [sql] }
  }
}
