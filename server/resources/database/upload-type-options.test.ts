import { expect, it } from 'vitest'
import type { UploadType } from '#core/rest/upload-type.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { requireTypeOptions } from './upload-type-options.ts'

function rejectedFields(type: UploadType, fields: Readonly<Record<string, string>>): readonly string[] {
  try {
    requireTypeOptions(type, fields)
    return []
  } catch (error) {
    if (!(error instanceof ApiError) || error.row.status !== 422) throw error
    return Object.keys(error.fields ?? {})
  }
}

it.each<[UploadType, Record<string, string>, readonly string[]]>([
  ['columnar', { delimiter: ';', skip_rows: '2', null_values: '["x"]', columns_read: 'a' }, ['delimiter', 'skip_rows']],
  [
    'columnar',
    { decimal_character: ',', column_dates: 'at', encoding: 'windows-1252' },
    ['decimal_character', 'encoding'],
  ],
  ['columnar', { delimiter: ',', encoding: 'UTF-8', header_row: '0', decimal_character: '.', skip_rows: '' }, []],
  ['columnar', { quote_character: "'", escape_character: '\\' }, ['escape_character', 'quote_character']],
  ['excel', { delimiter: ';', header_row: '1', sheet_name: 'One' }, ['delimiter']],
  ['csv', { delimiter: ';', sheet_name: 'One' }, ['sheet_name']],
])('rejects options without effect on %s files: %j', (type, fields, names) => {
  expect(rejectedFields(type, fields)).toEqual(names)
})
