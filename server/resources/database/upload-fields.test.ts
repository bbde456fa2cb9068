import { expect, test } from 'vitest'
import { ApiError } from '#core/rest/api-error.ts'
import { optionFields, requireKnownOptions } from './upload-fields.ts'

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

test.each(['constructor', '__proto__', 'toString'])('rejects the unknown option %s by name', (name) => {
  const fields = Object.fromEntries([[name, 'x']])
  expect(() => requireKnownOptions(fields)).toThrow(
    new ApiError('fields-refused', { fields: Object.fromEntries([[name, ['This option is not supported.']]]) }),
  )
})
