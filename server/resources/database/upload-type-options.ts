import type { UploadType } from '#core/rest/upload-type.ts'
import { ApiError } from '#core/rest/api-error.ts'

type Fields = Readonly<Record<string, string>>

/** Options without effect on files of a type, with the values that match these files anyway. */
const WITHOUT_EFFECT: Readonly<Record<UploadType, Readonly<Record<string, readonly string[]>>>> = {
  csv: { sheet_name: [] },
  excel: { delimiter: [','], encoding: ['utf-8'], escape_character: ['"'], quote_character: ['"'] },
  columnar: {
    bad_rows: ['reject'],
    decimal_character: ['.'],
    delimiter: [','],
    encoding: ['utf-8'],
    escape_character: ['"'],
    has_header: ['true'],
    header_row: ['0'],
    quote_character: ['"'],
    sheet_name: [],
    skip_blank_lines: ['true'],
    skip_initial_space: ['false'],
    skip_rows: ['0'],
  },
}

const NAMES: Readonly<Record<UploadType, string>> = {
  csv: 'CSV files',
  excel: 'workbooks',
  columnar: 'Parquet and JSON files',
}

/** Rejects, by name, options that have no effect on files of a type. Empty options count as absent. */
export function requireTypeOptions(type: UploadType, fields: Fields): void {
  const unsupportedOptions = Object.entries(WITHOUT_EFFECT[type]).flatMap(([name, values]) => {
    const value = fields[name] ?? ''
    return value === '' || values.includes(value.toLowerCase()) ? [] : [name]
  })
  if (unsupportedOptions.length === 0) return
  const text = `This option has no effect on ${NAMES[type]}.`
  throw new ApiError('fields-refused', { fields: Object.fromEntries(unsupportedOptions.map((name) => [name, [text]])) })
}
