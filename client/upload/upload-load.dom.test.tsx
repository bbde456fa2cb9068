import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { isFullSet } from '#testing/case-sample.ts'
import { choose, userInput, isOpen, press } from '#testing/user-input.ts'
import { dropFiles, openUpload, pressLoad, rejectionResponse, type UploadFields } from '#testing/upload.tsx'
import { PREVIEW } from '#testing/upload-preview.ts'

const FILE = new File(['a,b\n1,2\n'], 'Sales.csv')

async function opened(load: (fields: UploadFields) => Response | Promise<Response> | undefined) {
  const server = openUpload({ load })
  await dropFiles([FILE])
  await pressLoad()
  return server
}

it('requests decisions that the server cannot make, and continues with the values of the fields', async () => {
  const questions = [
    { field: 'date_order', question: 'In which order are the dates of "paid"?', choices: ['day', 'month', 'text'] },
    { field: 'decimal_character', question: 'What does 1.234 mean?', choices: [{ value: ',', label: '1234' }, '.'] },
  ]
  const { previews, loads, onLoaded } = await opened(({ date_order: order }) =>
    order === undefined ? rejectionResponse('The file has more than one reading', { questions }) : undefined,
  )
  const order = await screen.findByRole('radiogroup', { name: 'In which order are the dates of "paid"?' })
  expect(
    within(order)
      .getAllByRole<HTMLInputElement>('radio')
      .some(({ checked }) => checked),
  ).toBe(false)
  expect(screen.queryByText('The file has more than one reading')).toBeNull()
  expect(isOpen('Load')).toBe(false)
  await userInput().click(within(order).getByRole('radio', { name: 'Month first' }))
  expect(isOpen('Load')).toBe(false)
  await userInput().click(screen.getByRole('radio', { name: '1234' }))
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  const answers = { date_order: 'month', decimal_character: ',' }
  expect(loads[1]).toMatchObject(answers)
  expect(previews.at(-1)).toMatchObject(answers)
})

it.runIf(isFullSet)('requests the date order if only later rows are ambiguous', async () => {
  const question = 'Dates of "paid", as in line 9'
  const questions = [{ field: 'date_order', question, choices: ['day', 'month', 'text'] }]
  const { loads, onLoaded } = await opened(({ date_order: order }) =>
    order === undefined ? rejectionResponse(question, { questions }, 'upload-date-order') : undefined,
  )
  await screen.findByRole('radiogroup', { name: 'Dates of "paid", as in line 9' })
  expect(isOpen('Load')).toBe(false)
  await userInput().click(screen.getByRole('radio', { name: 'Day first' }))
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads.map((fields) => fields['date_order'])).toEqual([undefined, 'day'])
})

const first = [
  { row: 3, column: 'paid', value: 'soon', reason: 'date' },
  { row: 9, column: 'sum', value: 'n/k', reason: 'number' },
]

it.each([
  ['Load them as missing values (NULL)', 'null'],
  ['Leave their rows out', 'skip'],
  ['Load their columns as text', 'text'],
])('lists bad values, and loads by the choice "%s"', async (label, choice) => {
  const { loads, onLoaded } = await opened(({ bad_cells: bad }) =>
    bad === undefined ? rejectionResponse('Bad values', { bad_cells: { count: 1200, first } }) : undefined,
  )
  const table = await screen.findByRole('table', { name: 'Values without the type of their column' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['3', 'paid', 'soon', 'Not a valid date'],
    ['9', 'sum', 'n/k', 'Not a valid number'],
  ])
  expect(screen.getByText('The first 2 of 1200 values')).toBeDefined()
  expect(isOpen('Load')).toBe(false)
  await userInput().click(screen.getByRole('radio', { name: label }))
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads.map((fields) => fields['bad_cells'])).toEqual([undefined, choice])
})

it('lists the bad values found after a change of type, and confirms before it loads', async () => {
  const report = {
    ...PREVIEW.report,
    bad_cells: { count: 1, first: [{ row: 1, column: 'paid', value: 'soon', reason: 'date' as const }] },
  }
  const { loads, onLoaded } = openUpload({ preview: ({ column_plan: plan }) => (plan === undefined ? {} : { report }) })
  await dropFiles([FILE])
  await userInput().click(await screen.findByRole('button', { name: 'paid · date' }))
  await choose('Column type', 'date and time')
  const popover = screen.getByRole('dialog', { name: 'Column paid' })
  await waitFor(() => expect(popover.contains(document.activeElement)).toBe(true))
  await userInput().keyboard('{Escape}')
  await screen.findByRole('table', { name: 'Values without the type of their column' })
  expect(isOpen('Load')).toBe(false)
  await userInput().click(screen.getByRole('radio', { name: 'Leave their rows out' }))
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(loads).toMatchObject([{ bad_cells: 'skip', column_plan: '[{"source":"paid","type":"timestamp"}]' }])
})

it('loads nothing when the user cancels the dialog of invalid values', async () => {
  const { loads, onLoaded } = await opened(() => rejectionResponse('Bad values', { bad_cells: { count: 2, first } }))
  await screen.findByRole('table', { name: 'Values without the type of their column' })
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([loads.length, onLoaded.mock.calls]).toEqual([1, []])
})

const never = () => new Promise<Response>(() => undefined)

it('shows the bytes that are sent, and stops by Cancel', async () => {
  const { onLoaded } = await opened(never)
  const bar = await screen.findByRole('progressbar', { name: 'Sending the file' })
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('25'))
  expect(screen.getByText('1 MB of 4 MB sent')).toBeDefined()
  await press('Cancel upload')
  expect(await screen.findByText('The upload was stopped.')).toBeDefined()
  expect(screen.queryByRole('progressbar', { name: 'Sending the file' })).toBeNull()
  expect(isOpen('Load')).toBe(true)
  expect(onLoaded).not.toHaveBeenCalled()
})

it('shows the rows of the load once the file is sent', async () => {
  const upload = { file_name: 'Sales.csv', state: 'running', received_bytes: 8, total_bytes: 8 }
  const uploads = (key: string) => [
    { key: 'other', rows: 9, total_rows: 9, state: 'running' },
    { ...upload, key, rows: 3000, total_rows: 12_000 },
  ]
  openUpload({ load: never, uploads, share: 1 })
  await dropFiles([FILE])
  await pressLoad()
  expect(await screen.findByText('4 MB of 4 MB sent. 3,000 of 12,000 rows stored')).toBeDefined()
  const bar = screen.getByRole('progressbar', { name: 'Loading the rows' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
})

const leave = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('confirms before the page is left while it runs, and not before or after', async () => {
  const { onLoaded } = openUpload({ load: never })
  await dropFiles([FILE])
  await screen.findByRole('columnheader', { name: 'paid · date' })
  expect(leave()).toBe(false)
  await pressLoad()
  await screen.findByRole('button', { name: 'Cancel upload' })
  expect(leave()).toBe(true)
  await userInput().keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Stop the upload?' })
  await userInput().click(within(question).getByRole('button', { name: 'Keep uploading' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Cancel upload' })).toBeDefined()
  await userInput().keyboard('{Escape}')
  await userInput().click(await screen.findByRole('button', { name: 'Stop and leave' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(leave()).toBe(false)
  expect(onLoaded).not.toHaveBeenCalled()
})

it('explains a failed load, and keeps the preview', async () => {
  const { onLoaded } = await opened(() => rejectionResponse('The file "Sales.csv" cannot be read: line 7', {}))
  expect(await screen.findByText('The file "Sales.csv" cannot be read: line 7')).toBeDefined()
  expect(screen.getByRole('columnheader', { name: 'paid · date' })).toBeDefined()
  expect(onLoaded).not.toHaveBeenCalled()
})
