import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { hands, press, write } from '#testing/hands.ts'
import { CsvDrop } from './CsvDrop.tsx'

const FILE = new File(['a,b\n1,2\n'], 'Sales.csv', { type: 'text/csv' })

/** Tables that are there; what was sent for each upload, as `table existing`. */
function opened(tables: string[]) {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!address.includes('/upload/')) {
      return Response.json({ result: [{ id: 7, database_name: 'Uploads', allow_file_upload: true }], count: 1 })
    }
    const form = init.body as FormData
    const [table, existing] = [form.get('table_name') as string, form.get('already_exists') as string]
    sent.push(`${table} ${existing}`)
    if (existing !== 'fail' || !tables.includes(table)) return Response.json({ dataset_id: 3 }, { status: 201 })
    const headers = { 'x-facet-error': 'upload-table-exists' }
    return Response.json({ message: `The table "${table}" already exists` }, { status: 422, headers })
  })
  const onLoaded = vi.fn<(id: number) => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CsvDrop onLoaded={onLoaded} />
    </QueryClientProvider>,
  )
  return { sent, onLoaded }
}

async function drop() {
  const zone = screen.getByRole('group', { name: 'Drop a CSV file here' })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false))
  fireEvent.drop(zone, { dataTransfer: { files: [FILE], types: ['Files'] } })
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
