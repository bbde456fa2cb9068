import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { UploadPreview } from '#core/rest/upload.ts'
import { choose, hands, press, write } from '#testing/hands.ts'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { UploadDrop } from './UploadDrop.tsx'

const FILE = new File(['a,b\n1,2\n'], 'Sales.csv', { type: 'text/csv' })

const PLAIN: UploadPreview = {
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
const EITHER = { columns: [{ name: 'paid', type: 'DATE', isEitherOrder: true }] }

/** What a preview answers by what was chosen, as `encoding delimiter date_order`. */
type Previews = Readonly<Record<string, Partial<UploadPreview>>>

const said = (form: FormData) =>
  ['encoding', 'delimiter', 'date_order', ...(form.has('sheet_name') ? ['sheet_name'] : [])]
    .map((name) => (form.get(name) as string | null) ?? '-')
    .join(' ')

const VIEWS = ['CsvToDatabaseView', 'ExcelToDatabaseView', 'ColumnarToDatabaseView']
const UPLOADS = [{ id: 7, database_name: 'Uploads', allow_file_upload: true }]

/** Tables that are there; what was sent for each upload, as `table existing` with what was chosen. */
function opened(
  tables: string[],
  previews: Previews = {},
  isLate = false,
  { views = VIEWS, databases = UPLOADS } = {},
) {
  openSession({ user: reader(1, ...views.map((view) => ['can_this_form_get', view] as const)) })
  const sent: string[] = []
  const addresses: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.includes('/upload')) addresses.push(address)
    if (address.includes('/upload_preview/'))
      return Response.json({ result: { ...PLAIN, ...previews[said(init.body as FormData)] } })
    if (!address.includes('/upload/')) {
      return Response.json({ result: databases, count: databases.length })
    }
    const form = init.body as FormData
    const [table, existing] = [form.get('table_name') as string, form.get('already_exists') as string]
    const choices = said(form)
    sent.push(choices === '- - -' ? `${table} ${existing}` : `${table} ${existing} ${choices}`)
    if (isLate && form.get('date_order') === null) {
      const headers = { 'x-facet-error': 'upload-date-order' }
      return Response.json({ message: 'Dates of "paid", as in line 9' }, { status: 422, headers })
    }
    if (existing !== 'fail' || !tables.includes(table)) return Response.json({ dataset_id: 3 }, { status: 201 })
    const headers = { 'x-facet-error': 'upload-table-exists' }
    return Response.json({ message: `The table "${table}" already exists` }, { status: 422, headers })
  })
  const onLoaded = vi.fn<(id: number) => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UploadDrop onLoaded={onLoaded} />
    </QueryClientProvider>,
  )
  return { sent, addresses, onLoaded }
}

const ACCEPTED = '.csv, .tsv, .txt, .xlsx, .parquet, .json, .ndjson, .jsonl, .gz, .zip'

async function drop(files: readonly File[] = [FILE]) {
  const zone = screen.getByRole('group', { name: 'Drop a file here' })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false))
  fireEvent.drop(zone, { dataTransfer: { files, types: ['Files'] } })
}

it('loads a file whose table is not there yet at once', async () => {
  const { sent, onLoaded } = opened([])
  await drop()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(sent).toEqual(['sales fail'])
})

it.each([
  ['More rows of it', 'Append', 'sales append'],
  ['Instead of it', 'Replace', 'sales replace'],
])('offers for one whose table is there: %s', async (way, act, last) => {
  const { sent, onLoaded } = opened(['sales'])
  await drop()
  await screen.findByRole('dialog', { name: 'The table "sales" already exists' })
  expect(screen.queryByRole('alert')).toBeNull()
  await hands().click(screen.getByRole('radio', { name: new RegExp(`^${way}`) }))
  await press(act)
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(sent).toEqual(['sales fail', last])
})

it('offers the next name, takes another, and asks again when that is taken too', async () => {
  const { sent, onLoaded } = opened(['sales', 'sales_2'])
  await drop()
  await screen.findByRole('dialog')
  await hands().type(screen.getByRole('textbox', { name: 'Table name' }), '{Enter}')
  await screen.findByRole('dialog', { name: 'The table "sales_2" already exists' })
  await write('Table name', 'mine')
  await press('Load')
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(sent).toEqual(['sales fail', 'sales_2 fail', 'mine fail'])
})

it('forgets the file when that is wanted', async () => {
  const { sent, onLoaded } = opened(['sales'])
  await drop()
  await screen.findByRole('dialog')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([sent, onLoaded.mock.calls]).toEqual([['sales fail'], []])
})

it('shows the first rows of one whose dates have either order, and loads them in the one that is chosen', async () => {
  const { sent, onLoaded } = opened([], {
    '- - -': { ...EITHER, date_order: 'day' },
    '- - month': { ...EITHER, date_order: 'month', rows: [['2024-01-02']] },
  })
  await drop()
  await screen.findByRole('dialog', { name: 'How "Sales.csv" is read' })
  expect(sent).toEqual([])
  expect(screen.getByRole('columnheader', { name: 'paid · date' })).toBeDefined()
  expect(screen.getByRole('cell').textContent).toBe('2024-02-01')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Day first' }).checked).toBe(true)
  await hands().click(screen.getByRole('radio', { name: 'Month first' }))
  await screen.findByRole('cell', { name: '2024-01-02' })
  await press('Load')
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(sent).toEqual(['sales fail utf-8 , month'])
})

it('asks for the order of dates that only the rest of a file has, and takes none until one is chosen', async () => {
  const { sent, onLoaded } = opened([], {}, true)
  await drop()
  await screen.findByRole('dialog', { name: 'How "Sales.csv" is read' })
  expect(screen.getByText('Dates of "paid", as in line 9')).toBeDefined()
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([
    false,
    false,
    false,
    false,
  ])
  const load = screen.getByRole<HTMLButtonElement>('button', { name: 'Load' })
  expect(load.disabled).toBe(true)
  await hands().click(screen.getByRole('radio', { name: 'Month first' }))
  await waitFor(() => expect(load.disabled).toBe(false))
  await press('Load')
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(sent).toEqual(['sales fail', 'sales fail utf-8 , month'])
})

it('shows one whose encoding is guessed, keeps what was chosen where its table is there', async () => {
  const { sent, onLoaded } = opened(['sales'], { '- - -': { encoding: 'windows-1252', isEncodingSure: false } })
  await drop()
  await screen.findByRole('dialog', { name: 'How "Sales.csv" is read' })
  expect(screen.queryByRole('radio')).toBeNull()
  await choose('Encoding', 'Windows-1250')
  await press('Load')
  await screen.findByRole('dialog', { name: 'The table "sales" already exists' })
  await press('Load')
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(sent).toEqual(['sales fail windows-1250 , -', 'sales_2 fail windows-1250 , -'])
})

it.each([
  [[new File(['x'], 'Book.ods')], `"Book.ods" cannot be read here. Accepted files: ${ACCEPTED}`],
  [[FILE, new File(['x'], 'data')], `"data" cannot be read here. Accepted files: ${ACCEPTED}`],
  [[FILE, FILE], 'Choose one file at a time. None of the 2 files was read.'],
])('says why files are not read', async (files, text) => {
  const { sent } = opened([])
  await drop(files)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(sent).toEqual([])
  await drop()
  await waitFor(() => expect(sent).toEqual(['sales fail']))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows what would be left out before it loads a file', async () => {
  const reported = [{ line: 3, reason: 'long' as const, cells: 4, columns: 2 }]
  const counts = { blank: 0, 'above-header': 0, short: 0, long: 1 }
  const report = { ...PLAIN.report, records: 3, counts, reported }
  const missing = [{ name: 'paid', count: 1 }]
  const { onLoaded } = opened([], { '- - -': { report, missing } })
  await drop()
  const notes = await screen.findByRole('list', { name: 'Notes on the file' })
  expect([...notes.children].map((each) => each.textContent)).toEqual([
    'Rows with too many cells are left out: lines 3',
    'Words such as NA and - are missing values in "paid"',
  ])
  await press('Load')
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
})

const BOOK = new File(['PK'], 'Book.xlsx')
const SHEETS = { type: 'excel' as const, sheets: ['2023', '2024', 'Notes'], sheet: '2023' }

it('asks for the sheet of a workbook, and loads the chosen one', async () => {
  const { sent, onLoaded } = opened([], {
    '- - -': SHEETS,
    '- - - 2024': { ...SHEETS, sheet: '2024', rows: [['2024-12-31']] },
  })
  await drop([BOOK])
  await screen.findByRole('dialog', { name: 'How "Book.xlsx" is read' })
  expect(screen.getByRole('cell').textContent).toBe('2024-02-01')
  expect(screen.queryByLabelText('Encoding')).toBeNull()
  await choose('Sheet', '2024')
  await screen.findByRole('cell', { name: '2024-12-31' })
  await press('Load')
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(sent).toEqual(['book fail - - - 2024'])
})

it('loads a workbook of one sheet and a Parquet file at once', async () => {
  const { sent, onLoaded } = opened([], { '- - -': { ...SHEETS, sheets: ['2023'] } })
  await drop([BOOK])
  await waitFor(() => expect(onLoaded).toHaveBeenCalledTimes(1))
  await drop([new File(['PAR1'], 'flights.parquet')])
  await waitFor(() => expect(onLoaded).toHaveBeenCalledTimes(2))
  expect(sent).toEqual(['book fail', 'flights fail'])
})

it('presses Load by Enter', async () => {
  const { sent, onLoaded } = opened([], { '- - -': SHEETS })
  await drop([BOOK])
  const load = await screen.findByRole('button', { name: 'Load' })
  await waitFor(() => expect(document.activeElement).toBe(load))
  await hands().keyboard('{Enter}')
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(sent).toEqual(['book fail - - - 2023'])
})

it('accepts the files that the user may upload', async () => {
  const { sent } = opened([], {}, false, { views: ['ExcelToDatabaseView'] })
  await drop([FILE])
  expect((await screen.findByRole('alert')).textContent).toBe(
    '"Sales.csv" cannot be read here. Accepted files: .xlsx, .gz, .zip',
  )
  expect(sent).toEqual([])
})

it('asks for the database where several take uploads, and never offers the examples', async () => {
  const databases = [
    { id: 5, database_name: 'examples', allow_file_upload: true },
    { id: 6, database_name: 'Closed', allow_file_upload: false },
    ...UPLOADS,
    { id: 8, database_name: 'Warehouse', allow_file_upload: true },
  ]
  const { addresses, onLoaded } = opened([], {}, false, { databases })
  await screen.findByRole('combobox', { name: /^Database/ })
  await choose('Database', 'Warehouse')
  fireEvent.drop(screen.getByRole('group', { name: 'Drop a file here' }), {
    dataTransfer: { files: [FILE], types: ['Files'] },
  })
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(addresses.map((address) => /database\/(\d+)/.exec(address)?.[1])).toEqual(['8', '8'])
})
