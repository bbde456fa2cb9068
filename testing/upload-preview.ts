import type { UploadPreview } from '#core/rest/upload.ts'

/** The preview of a file with one column and one row. */
export const PREVIEW: UploadPreview = {
  type: 'csv',
  sheets: [],
  sheet: null,
  encoding: 'utf-8',
  isEncodingSure: true,
  delimiter: ',',
  has_header: true,
  unsure: [],
  missing: [],
  report: {
    records: 2,
    rows: 1,
    has_header: true,
    counts: { blank: 0, 'above-header': 0, short: 0, long: 0 },
    reported: [],
  },
  date_order: null,
  column_count: 1,
  column_names: ['paid'],
  columns: [{ name: 'paid', type: 'DATE', isEitherOrder: false }],
  rows: [['2024-02-01']],
}
