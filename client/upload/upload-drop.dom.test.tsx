import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { isFullSet } from '#testing/case-sample.ts'
import { choose, userInput, isOpen, press, write } from '#testing/user-input.ts'
import { dropFiles, openUpload, pressLoad, rejectionResponse, type UploadFields } from '#testing/upload.tsx'
import { PREVIEW } from '#testing/upload-preview.ts'

const FILE = new File(['a,b\n1,2\n'], 'Sales.csv', { type: 'text/csv' })
const ACCEPTED = '.csv, .tsv, .txt, .xlsx, .parquet, .json, .ndjson, .jsonl, .gz, .zip'

/** Returns the fields of a load that hold the user's choices. */
const said = ({ table_name: table, already_exists: existing, encoding, delimiter, date_order: order }: UploadFields) =>
  [table, existing, encoding ?? '-', delimiter ?? '-', order ?? '-'].join(' ')

/** A server where these tables exist. */
const withTables =
  (...tables: readonly string[]) =>
  ({ table_name: table = '', already_exists: existing }: UploadFields) =>
    existing === 'fail' && tables.includes(table)
      ? rejectionResponse(`The table "${table}" already exists`, {}, 'upload-table-exists')
      : undefined

it.each([
  ['Sales.csv', {}],
  ['Sales.tsv', { delimiter: '\t' }],
  ['Sales.xlsx', { type: 'excel' as const, sheets: ['2023'], sheet: '2023' }],
  ['Sales.parquet', { type: 'columnar' as const }],
  ['Sales.json', { type: 'columnar' as const }],
  ['Sales.ndjson', { type: 'columnar' as const }],
  ['Sales.csv.gz', {}],
  ['Sales.zip', {}],
])('shows the first rows of %s before anything is loaded, and Enter loads them', async (name, found) => {
  const { loads, onLoaded } = openUpload({ preview: () => found })
  await dropFiles([new File(['x'], name)])
  await screen.findByRole('dialog', { name: `Upload "${name}"` })
  await screen.findByRole('columnheader', { name: 'paid · date' })
  expect(screen.getByRole('cell').textContent).toBe('2024-02-01')
  expect(loads).toEqual([])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Load'))
  await userInput().keyboard('{Enter}')
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads.map(({ table_name: table }) => table)).toEqual(['sales'])
})

it.each([
  ['More rows of it', 'Append', 'sales append utf-8 , -'],
  ['Instead of it', 'Replace', 'sales replace utf-8 , -'],
])('offers for a file with an existing table: %s', async (way, act, last) => {
  const { loads, onLoaded } = openUpload({ load: withTables('sales') })
  await dropFiles([FILE])
  await pressLoad()
  await screen.findByRole('dialog', { name: 'The table "sales" already exists' })
  await userInput().click(screen.getByRole('radio', { name: new RegExp(`^${way}`) }))
  await press(act)
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads.map(said)).toEqual(['sales fail utf-8 , -', last])
})

it('offers the next free name, tries another one, and requests a name when that exists too', async () => {
  const { loads, onLoaded } = openUpload({ load: withTables('sales', 'sales_2') })
  await dropFiles([FILE])
  await pressLoad()
  await screen.findByRole('dialog', { name: 'The table "sales" already exists' })
  await userInput().type(screen.getByRole('textbox', { name: 'Table name' }), '{Enter}')
  await screen.findByRole('dialog', { name: 'The table "sales_2" already exists' })
  await write('Table name', 'mine')
  await press('Load')
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads.map((each) => each['table_name'])).toEqual(['sales', 'sales_2', 'mine'])
})

it.runIf(isFullSet)('returns to the preview from a table that exists, and from there to the page', async () => {
  const { loads, onLoaded } = openUpload({ load: withTables('sales') })
  await dropFiles([FILE])
  await pressLoad()
  await screen.findByRole('dialog', { name: 'The table "sales" already exists' })
  await press('Cancel')
  await screen.findByRole('dialog', { name: 'Upload "Sales.csv"' })
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([loads.length, onLoaded.mock.calls]).toEqual([1, []])
})

it('loads into the named table, and replaces it without confirmation if that is selected', async () => {
  const { loads, onLoaded } = openUpload({ load: withTables('mine') })
  await dropFiles([FILE])
  await screen.findByRole('columnheader', { name: 'paid · date' })
  await write('Table name', 'mine')
  await press('Options')
  await choose('If the table exists', 'Replace the table')
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads.map(said)).toEqual(['mine replace utf-8 , -'])
})

it.runIf(isFullSet)('reads dates of either order in the order that is chosen', async () => {
  const either = { columns: [{ name: 'paid', type: 'DATE', isEitherOrder: true }] }
  const { loads, onLoaded } = openUpload({
    preview: ({ date_order: order }) =>
      order === 'month' ? { ...either, date_order: 'month', rows: [['2024-01-02']] } : { ...either, date_order: 'day' },
  })
  await dropFiles([FILE])
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Day first' })).checked).toBe(true)
  await userInput().click(screen.getByRole('radio', { name: 'Month first' }))
  await screen.findByRole('cell', { name: '2024-01-02' })
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads.map(said)).toEqual(['sales fail utf-8 , month'])
})

it('shows the options of a file with a guessed encoding, and sends the selection', async () => {
  const { loads, onLoaded } = openUpload({
    preview: ({ encoding }) => ({ encoding: (encoding as 'utf-8') ?? 'windows-1252', isEncodingSure: false }),
  })
  await dropFiles([FILE])
  await screen.findByRole('columnheader', { name: 'paid · date' })
  await choose('Encoding', 'Windows-1250 (Central Europe)')
  await write('Missing values', 'NA,-')
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads[0]).toMatchObject({ encoding: 'windows-1250', delimiter: ',', has_header: 'true', null_values: 'NA,-' })
})

it.each([
  ['flights.parquet', { type: 'columnar' as const }, [false, false, true]],
  ['Book.xlsx', { type: 'excel' as const, sheets: ['1'], sheet: '1' }, [false, true, true]],
  ['Sales.csv', {}, [true, true, true]],
])('offers the options that the format has: %s', async (name, found, shown) => {
  openUpload({ preview: () => found })
  await dropFiles([new File(['x'], name)])
  await screen.findByRole('columnheader', { name: 'paid · date' })
  await press('Options')
  const names = [/^Encoding/, /^Dates begin with/, /^If the table exists/]
  expect(names.map((label) => screen.queryByRole('combobox', { name: label }) !== null)).toEqual(shown)
})

it('keeps the options when a file cannot be read, so that others can be chosen', async () => {
  const { loads } = openUpload({
    preview: ({ delimiter }) =>
      delimiter === ';' ? {} : rejectionResponse('The file "Sales.csv" cannot be read: it is empty', {}),
  })
  await dropFiles([FILE])
  expect(await screen.findByText('The file "Sales.csv" cannot be read: it is empty')).toBeDefined()
  expect(isOpen('Load')).toBe(false)
  await choose('Separator', 'Semicolon')
  await screen.findByRole('columnheader', { name: 'paid · date' })
  expect(screen.queryByText(/cannot be read/)).toBeNull()
  expect(loads).toEqual([])
})

it.runIf(isFullSet)('loads into the schema that is chosen of those for uploads', async () => {
  const { previews, loads, onLoaded } = openUpload({ schemas: ['landing', 'staging'] })
  await dropFiles([FILE])
  await screen.findByRole('columnheader', { name: 'paid · date' })
  expect(previews.map(({ schema }) => schema)).toEqual(['landing'])
  await choose('Schema', 'staging')
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads.map(({ schema }) => schema)).toEqual(['staging'])
})

it.runIf(isFullSet)('sends the quote and the escape character that are chosen', async () => {
  const { previews } = openUpload({
    preview: ({ quote_character: quote }) => (quote ? {} : rejectionResponse('Not CSV', {})),
  })
  await dropFiles([FILE])
  await screen.findByText('Not CSV')
  await choose('Quote', 'Single quote')
  await choose('Escape character', 'Backslash')
  await waitFor(() => expect(previews.at(-1)).toMatchObject({ quote_character: "'", escape_character: '\\' }))
  await choose('Quote', 'None')
  await waitFor(() => expect(previews.at(-1)).toMatchObject({ quote_character: 'none' }))
  expect(previews.at(-1)).not.toHaveProperty('escape_character')
})

it.runIf(isFullSet)('sends the number of rows to read, and none when the field is emptied', async () => {
  const { previews } = openUpload({
    preview: ({ quote_character: quote }) => (quote ? {} : rejectionResponse('Not CSV', {})),
  })
  await dropFiles([FILE])
  await screen.findByText('Not CSV')
  const limit = async (text: string) => {
    const field = screen.getByLabelText('Rows to read')
    await userInput().clear(field)
    await userInput().type(field, `${text}{Tab}`)
  }
  await limit('500')
  await waitFor(() => expect(previews.at(-1)).toMatchObject({ rows_to_read: '500' }))
  await limit('')
  await waitFor(() => expect(previews.at(-1)).not.toHaveProperty('rows_to_read'))
})

it.each([
  [[new File(['x'], 'Book.ods')], `"Book.ods" cannot be read here. Accepted files: ${ACCEPTED}`],
  [[FILE, new File(['x'], 'data')], `"data" cannot be read here. Accepted files: ${ACCEPTED}`],
])('says why files are not read', async (files, text) => {
  const { previews } = openUpload()
  await dropFiles(files)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(previews).toEqual([])
  await dropFiles([FILE])
  await screen.findByRole('dialog', { name: 'Upload "Sales.csv"' })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('handles two files one after another, and opens the last', async () => {
  let id = 20
  const { loads, onLoaded } = openUpload({ load: () => Response.json({ dataset_id: ++id }, { status: 201 }) })
  await dropFiles([FILE, new File(['x'], 'Costs.csv')])
  await screen.findByRole('dialog', { name: 'Upload "Sales.csv"' })
  await pressLoad()
  await screen.findByRole('dialog', { name: 'Upload "Costs.csv"' })
  expect(onLoaded).not.toHaveBeenCalled()
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(22))
  expect(loads.map((each) => each['table_name'])).toEqual(['sales', 'costs'])
})

it('shows the rows that would be left out before it loads a file', async () => {
  const reported = [{ line: 3, reason: 'long' as const, cells: 4, columns: 2 }]
  const counts = { blank: 0, 'above-header': 0, short: 0, long: 1 }
  const report = { ...PREVIEW.report, records: 3, counts, reported }
  const { loads, onLoaded } = openUpload({ preview: () => ({ report, missing: [{ name: 'paid', count: 1 }] }) })
  await dropFiles([FILE])
  const notes = await screen.findByRole('list', { name: 'Notes on the file' })
  expect([...notes.children].map((each) => each.textContent)).toEqual([
    'Rows with too many cells are left out: lines 3',
    'Words such as NA and - are missing values in "paid"',
  ])
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads[0]).toMatchObject({ bad_rows: 'skip' })
})

it('loads the chosen sheet of a workbook', async () => {
  const sheets = { type: 'excel' as const, sheets: ['2023', '2024', 'Notes'] }
  const { loads, onLoaded } = openUpload({
    preview: ({ sheet_name: sheet }) =>
      sheet === '2024' ? { ...sheets, sheet, rows: [['2024-12-31']] } : { ...sheets, sheet: '2023' },
  })
  await dropFiles([new File(['PK'], 'Book.xlsx')])
  await screen.findByRole('columnheader', { name: 'paid · date' })
  await choose('Sheet', '2024')
  await screen.findByRole('cell', { name: '2024-12-31' })
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads[0]).toMatchObject({ table_name: 'book', sheet_name: '2024' })
})

it('accepts the files that the user may upload', async () => {
  const { previews } = openUpload({ views: ['ExcelToDatabaseView'] })
  await dropFiles([FILE])
  expect((await screen.findByRole('alert')).textContent).toBe(
    '"Sales.csv" cannot be read here. Accepted files: .xlsx, .gz, .zip',
  )
  expect(previews).toEqual([])
})

it('requests the database if several accept uploads, and never offers the examples', async () => {
  const databases = [
    { id: 5, database_name: 'examples', allow_file_upload: true },
    { id: 6, database_name: 'Closed', allow_file_upload: false },
    { id: 7, database_name: 'Uploads', allow_file_upload: true },
    { id: 8, database_name: 'Warehouse', allow_file_upload: true },
  ]
  const { paths, onLoaded } = openUpload({ databases })
  await dropFiles([FILE])
  await screen.findByRole('columnheader', { name: 'paid · date' })
  await userInput().click(screen.getByRole('combobox', { name: /^Database/ }))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Uploads', 'Warehouse'])
  await userInput().click(screen.getByRole('option', { name: 'Warehouse' }))
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(paths).toEqual(['7/upload_preview/', '8/upload_preview/', '8/upload/'])
})
