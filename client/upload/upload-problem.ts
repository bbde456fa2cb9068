import { ApiError } from '#calls/call.ts'
import { isObject } from '#core/rest/json.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import { t } from '#core/text/t.ts'

/** A question that the server cannot decide. The answer goes into the field. */
export interface UploadQuestion {
  readonly field: string
  readonly question: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** A value that does not have the type of its column. */
export interface BadCell {
  readonly row: number
  readonly column: string
  readonly value: string
  readonly reason: string
}

/** Bad values of a file: how many, and the first of them. */
export interface BadCellList {
  readonly count: number
  readonly first: readonly BadCell[]
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the extra facts of a failed call. */
function extraOf(error: unknown): Fields {
  return error instanceof ApiError ? (readErrorBody(error.body).errors[0]?.extra ?? {}) : {}
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Returns the bad values that a failed load names, or undefined. */
export function badCellsOf(error: unknown): BadCellList | undefined {
  const found = extraOf(error)['bad_cells']
  if (!isObject(found)) return undefined
  const first = listOf(found['first']).map(({ row, column, value, reason }) => ({
    row: Number(row),
    column: textOf(column),
    value: textOf(value),
    reason: textOf(reason),
  }))
  return { count: Math.max(Number(found['count']) || 0, first.length), first }
}

function choiceOf(value: unknown): UploadQuestion['choices'][number] {
  if (isObject(value)) return { value: textOf(value['value']), label: textOf(value['label']) || textOf(value['value']) }
  const text = textOf(value)
  return { value: text, label: choiceLabels()[text] ?? text }
}

/** Labels of choices whose values are not words for people. */
const choiceLabels = (): Readonly<Record<string, string>> => ({
  ',': t('Comma'),
  ';': t('Semicolon'),
  '\t': t('Tab'),
  '|': t('Bar'),
  day: t('Day first'),
  month: t('Month first'),
  year: t('Year first'),
  text: t('As text'),
  true: t('Yes'),
  false: t('No'),
  reject: t('Cancel the load'),
  skip: t('Leave these rows out'),
})

/** Errors that ask for one field, and the choices of that field. */
const FIELDS = [
  ['upload-date-order', 'date_order', ['day', 'month', 'text']],
  ['upload-date-year', 'date_order', ['day', 'year', 'text']],
  ['upload-date-mixed', 'date_order', ['day', 'month', 'text']],
  ['upload-delimiter', 'delimiter', [',', ';', '\t', '|']],
] as const

/** Returns the questions that a failed call asks; none where it failed for another reason. */
export function uploadQuestions(error: unknown): readonly UploadQuestion[] {
  const asked = listOf(extraOf(error)['questions']).flatMap((each): UploadQuestion[] => {
    const [field, question] = [textOf(each['field']), textOf(each['question'])]
    const choices = (Array.isArray(each['choices']) ? each['choices'] : []).map(choiceOf)
    return field === '' || choices.length === 0 ? [] : [{ field, question: question || field, choices }]
  })
  if (asked.length > 0 || !(error instanceof ApiError)) return asked
  if (error.code === 'upload-header') {
    const choices = [
      { value: 'true', label: t('It names the columns') },
      { value: 'false', label: t('It is a row of data') },
    ]
    return [{ field: 'has_header', question: error.message, choices }]
  }
  return FIELDS.filter(([code]) => error.code === code).map(([, field, values]) => ({
    field,
    question: error.message,
    choices: values.map(choiceOf),
  }))
}
