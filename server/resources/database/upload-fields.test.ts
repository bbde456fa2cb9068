import { expect, test } from 'vitest'
import { ApiError } from '#core/rest/api-error.ts'
import { optionFields } from './upload-fields.ts'

test.each([
  [{ header_row: '1' }, { hasHeader: true, skipRows: 1 }],
  [
    { header_row: '1', skip_rows: '2' },
    { hasHeader: true, skipRows: 3 },
  ],
  [
    { header_row: '0', has_header: 'true' },
    { hasHeader: true, skipRows: 0 },
  ],
  [{ header_row: '', has_header: 'false' }, { hasHeader: false }],
])('reads the header fields %j', (fields, options) => {
  expect(optionFields(fields, false)).toEqual(options)
})

test('rejects a header row in a file without a header', () => {
  expect(() => optionFields({ header_row: '0', has_header: 'false' }, false)).toThrow(ApiError)
})
