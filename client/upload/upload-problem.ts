import { ApiResponseError } from '#calls/call.ts'
import { isObject } from '#core/rest/json.ts'
import { type BadCellList, type PlanType, planTypes } from '#core/rest/upload.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import { encodingLabels } from './encoding-labels.ts'
import { t } from '#core/text/t.ts'

/** A question that the server cannot decide. The answer is sent in the field. */
export interface UploadQuestion {
  readonly field: string
  readonly question: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

type Fields = Readonly<Record<string, unknown>>

/** Returns `extra` of a failed request. */
function extraOf(error: unknown): Fields {
  return error instanceof ApiResponseError ? (readErrorBody(error.body).errors[0]?.extra ?? {}) : {}
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Returns the column type that an upload error names; text if it is unknown. */
const planTypeOf = (value: unknown): PlanType => planTypes.find((type) => type === value) ?? 'text'

/** Returns the invalid values that a failed load lists, or undefined. */
export function badCellsOf(error: unknown): BadCellList | undefined {
  const found = extraOf(error)['bad_cells']
  if (!isObject(found)) return undefined
  const first = listOf(found['first']).map(({ row, column, value, reason }) => ({
    row: Number(row),
    column: textOf(column),
    value: textOf(value),
    reason: planTypeOf(reason),
  }))
  return { count: Math.max(Number(found['count']) || 0, first.length), first }
}

type Labels = Readonly<Record<string, string>>

/** Returns the labels of a field's values. */
function labelsOf(field: string): Labels {
  const labels: Readonly<Record<string, () => Labels>> = {
    date_order: () => ({ day: t('Day first'), month: t('Month first'), year: t('Year first'), text: t('As text') }),
    decimal_character: () => ({ ',': t('Comma'), '.': t('Point') }),
    delimiter: () => ({ ',': t('Comma'), ';': t('Semicolon'), '\t': t('Tab'), '|': t('Bar') }),
    encoding: () => encodingLabels,
    has_header: () => ({ true: t('It names the columns'), false: t('It is a row of data') }),
  }
  return labels[field]?.() ?? {}
}

/** Returns a choice of a field from a text or a value with its label. */
function choiceOf(field: string, choice: unknown): UploadQuestion['choices'][number] {
  const labels = labelsOf(field)
  const value = textOf(isObject(choice) ? choice['value'] : choice)
  const label = isObject(choice) ? textOf(choice['label']) : ''
  return { value, label: label || (labels[value] ?? value) }
}

/** Returns the questions of a failed request; empty if it failed for another reason. */
export function uploadQuestions(error: unknown): readonly UploadQuestion[] {
  return listOf(extraOf(error)['questions']).flatMap((each): UploadQuestion[] => {
    const [field, question] = [textOf(each['field']), textOf(each['question'])]
    const choices = (Array.isArray(each['choices']) ? each['choices'] : []).map((choice) => choiceOf(field, choice))
    return field === '' || choices.length === 0 ? [] : [{ field, question: question || field, choices }]
  })
}
