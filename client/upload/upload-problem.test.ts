import { describe, expect, it } from 'vitest'
import { responseError } from '#calls/call.ts'
import { badCellsOf, uploadQuestions } from '#client/upload/upload-problem.ts'

const failed = (extra: object, code = 'upload-unreadable') =>
  responseError(422, { message: 'Why', errors: [{ message: 'Why', extra }] }, '', code)

describe('badCellsOf', () => {
  it('reads the count and the first values', () => {
    const first = [{ row: 3, column: 'paid', value: 'soon', reason: 'date' }]
    expect(badCellsOf(failed({ bad_cells: { count: 12, first } }))).toEqual({ count: 12, first })
  })

  it('returns undefined for other errors', () => {
    expect([badCellsOf(failed({})), badCellsOf(new Error('lost')), badCellsOf(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('uploadQuestions', () => {
  it('reads fields, questions and choices, which may have labels', () => {
    const questions = [
      { field: 'delimiter', question: 'Which?', choices: [',', ';', '~'] },
      { field: 'decimal_character', question: 'And?', choices: [{ value: ',', label: '1,5 is one and a half' }] },
      { field: '', question: 'Nothing answers this', choices: ['a'] },
    ]
    expect(uploadQuestions(failed({ questions }))).toEqual([
      {
        field: 'delimiter',
        question: 'Which?',
        choices: [
          { value: ',', label: 'Comma' },
          { value: ';', label: 'Semicolon' },
          { value: '~', label: '~' },
        ],
      },
      { field: 'decimal_character', question: 'And?', choices: [{ value: ',', label: '1,5 is one and a half' }] },
    ])
  })

  it('labels the choices for a header', () => {
    const [question] = uploadQuestions(
      failed({ questions: [{ field: 'has_header', question: 'Which?', choices: ['true', 'false'] }] }),
    )
    expect(question?.choices.map(({ label }) => label)).toEqual(['It names the columns', 'It is a row of data'])
  })

  it('returns none if the call failed for another reason', () => {
    expect(uploadQuestions(failed({}, 'upload-table-exists'))).toEqual([])
  })
})
