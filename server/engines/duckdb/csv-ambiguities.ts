import type { DuckDBConnection } from '@duckdb/node-api'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { textEncodings } from '#core/rest/upload.ts'
import type { CsvReading, OnRows } from '../engine.ts'
import { type CsvFile, readCsv, rejectAmbiguousDates } from './csv.ts'
import { requireDecimals } from './csv-decimals.ts'
import type { CsvLayout } from './csv-layout.ts'

/** The upload field that answers a question, and the possible answers. */
interface CsvChoices {
  readonly field: string
  readonly choices: readonly string[]
}

/** Errors that ask the user how to read a file. */
const QUESTIONS: Partial<Readonly<Record<ErrorCode, CsvChoices>>> = {
  'upload-encoding': { field: 'encoding', choices: textEncodings.filter((each) => each !== 'utf-8') },
  'upload-header': { field: 'has_header', choices: ['true', 'false'] },
  'upload-delimiter': { field: 'delimiter', choices: [',', ';', '\t', '|'] },
  'upload-decimal': { field: 'decimal_character', choices: [',', '.'] },
  'upload-date-order': { field: 'date_order', choices: ['day', 'month', 'text'] },
  'upload-date-year': { field: 'date_order', choices: ['day', 'year', 'text'] },
  'upload-date-mixed': { field: 'date_order', choices: ['day', 'month', 'text'] },
}

/** Returns an error about an ambiguous file with its question. */
export const toQuestionError = (error: ApiError): ApiError => withQuestions([error])

/** Returns the first of several errors about an ambiguous file, with the questions of all of them. */
function withQuestions(errors: readonly [ApiError, ...ApiError[]]): ApiError {
  const [first] = errors
  const questions = errors.flatMap(({ code, message }) => {
    const answers = QUESTIONS[code]
    return answers ? [{ field: answers.field, question: message, choices: answers.choices }] : []
  })
  return new ApiError(first.code, { args: first.args, extra: { ...first.extra, questions } })
}

/** Returns the questions about encoding and layout of a file; the other questions depend on its most likely layout. */
function layoutQuestions({ unsure, marks }: CsvLayout, { lineNotUtf8 }: CsvReading): readonly ApiError[] {
  return [
    ...(lineNotUtf8 === undefined ? [] : [new ApiError('upload-encoding', { args: [lineNotUtf8] })]),
    ...(unsure.includes('delimiter') ? [new ApiError('upload-delimiter', { args: [marks.delimiter] })] : []),
    ...(unsure.includes('header') ? [new ApiError('upload-header')] : []),
  ]
}

/** Returns the question of a check, or an empty list. */
async function questionOf(check: Promise<void>): Promise<readonly ApiError[]> {
  try {
    await check
    return []
  } catch (error) {
    if (error instanceof ApiError && QUESTIONS[error.code]) return [error]
    throw error
  }
}

async function questionsOf(
  connection: DuckDBConnection,
  csv: CsvFile,
  reading: CsvReading,
): Promise<readonly ApiError[]> {
  return [
    ...(await questionOf(requireDecimals(connection, csv, reading))),
    ...(reading.dateOrder === undefined ? await questionOf(rejectAmbiguousDates(connection, csv)) : []),
  ]
}

/**
 * Reads a file and finds the types of its columns. Throws if it is ambiguous: `extra.questions` lists every question
 * with its choices and the field that answers it.
 */
export async function readCsvOrThrowQuestions(
  connection: DuckDBConnection,
  reading: CsvReading,
  layout: CsvLayout,
  onRows?: OnRows,
): Promise<CsvFile> {
  const errors = [...layoutQuestions(layout, reading)]
  let csv: CsvFile
  try {
    csv = await readCsv(connection, reading, layout, { isCut: false, onRows })
    errors.push(...(await questionsOf(connection, csv, reading)))
  } catch (error) {
    // Errors of an interpretation that the user may not choose are ignored.
    const [first, ...others] = errors
    throw first ? withQuestions([first, ...others]) : error
  }
  const [first, ...others] = errors
  if (first) throw withQuestions([first, ...others])
  return csv
}
