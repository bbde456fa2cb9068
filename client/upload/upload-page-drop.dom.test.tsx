import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { ImportBundle } from '#client/lists/ImportBundle.tsx'
import { UploadPageDrop } from '#client/upload/UploadPageDrop.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { reader } from '#testing/dashboard.ts'
import { type Call, userInput, press, mockResponses } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { PREVIEW } from '#testing/upload-preview.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const UPLOADS = { id: 7, database_name: 'Uploads', allow_file_upload: true }

const pageSizeOf = ({ query }: Call) => Number(/page_size:(\d+)/.exec(query.get('q') ?? '')?.[1])

function opened(databases: readonly object[] = [UPLOADS], page?: ReactElement) {
  openSession({ user: reader(1, ['can_this_form_get', 'CsvToDatabaseView']) })
  mockResponses({
    '/api/v1/database/': (call: Call) =>
      call.path.includes('/upload_preview/')
        ? { result: PREVIEW }
        : { result: databases.slice(0, pageSizeOf(call)), count: databases.length },
  })
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      {page ?? <UploadPageDrop onLoaded={vi.fn<(id: number) => void>()} />}
    </QueryClientProvider>,
  )
  return (...names: readonly string[]) => {
    const dataTransfer = { types: ['Files'], files: names.map((name) => new File(['a\n1\n'], name)) }
    fireEvent.dragOver(container, { dataTransfer })
    const text = screen.getByRole('status').textContent
    fireEvent.drop(container, { dataTransfer })
    return text
  }
}

it('covers the page while files are over it, and shows each dropped file before it is loaded', async () => {
  const drop = opened()
  expect(drop('Sales.csv', 'Costs.csv')).toBe('Drop a file to upload it')
  await screen.findByRole('dialog', { name: 'Upload "Sales.csv"' })
  await press('Cancel')
  await screen.findByRole('dialog', { name: 'Upload "Costs.csv"' })
  await userInput().keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  drop('Again.csv')
  await screen.findByRole('dialog', { name: 'Upload "Again.csv"' })
})

it('shows which files are accepted', async () => {
  const drop = opened()
  drop('Photo.png')
  await waitFor(() =>
    expect(toast.first()?.text).toBe('"Photo.png" cannot be read here. Accepted files: .csv, .tsv, .txt, .gz, .zip'),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('finds the database that accepts uploads after a hundred others', async () => {
  const others = Array.from({ length: 100 }, (_, at) => ({ id: at + 100, database_name: `Archive ${at}` }))
  const drop = opened([...others, UPLOADS])
  drop('Sales.csv')
  expect(await screen.findByRole('dialog', { name: 'Upload "Sales.csv"' })).toBeDefined()
})

it('reports that no database accepts uploads; the examples never do', async () => {
  const drop = opened([{ ...UPLOADS, database_name: 'examples' }])
  drop('Sales.csv')
  await waitFor(() => expect(toast.first()?.text).toBe('No database accepts uploads.'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('uploads a table dropped on a list, and imports a bundle', async () => {
  const drop = opened([UPLOADS], <ImportBundle name="chart" noun="chart" />)
  expect(drop('Sales.csv')).toBe('Drop a file to upload it, or a bundle to import it')
  await screen.findByRole('dialog', { name: 'Upload "Sales.csv"' })
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  drop('Sales.zip')
  await screen.findByRole('dialog', { name: 'Import chart' })
})
