import type { ErrorCode } from '#core/rest/errors.ts'
import { Fault } from '#core/rest/fault.ts'
import { textEncodings } from '#core/rest/upload.ts'

/** A question that a file leaves open, the field of the upload that answers it, and its answers. */
interface UploadQuestion {
  readonly field: string
  readonly choices: readonly string[]
}

/** Errors that ask how a file is to be read. */
const QUESTIONS: Partial<Readonly<Record<ErrorCode, UploadQuestion>>> = {
  'upload-encoding': { field: 'encoding', choices: textEncodings.filter((each) => each !== 'utf-8') },
  'upload-header': { field: 'has_header', choices: ['true', 'false'] },
  'upload-delimiter': { field: 'delimiter', choices: [',', ';', '\t', '|'] },
  'upload-date-order': { field: 'date_order', choices: ['day', 'month', 'text'] },
  'upload-date-year': { field: 'date_order', choices: ['day', 'year', 'text'] },
  'upload-date-mixed': { field: 'date_order', choices: ['day', 'month', 'text'] },
}

/** Returns the error with `extra.questions` where it asks how the file is to be read; other errors as they are. */
export function withQuestion(error: Fault): Fault {
  const asked = QUESTIONS[error.code]
  if (!asked) return error
  const questions = [{ field: asked.field, question: error.message, choices: asked.choices }]
  return new Fault(error.code, { args: error.args, extra: { ...error.extra, questions }, cause: error.cause })
}
