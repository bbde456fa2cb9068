import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import DatasetsPage from '#client/pages/DatasetsPage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import { reader } from '#testing/dashboard.ts'
import { mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { PREVIEW } from '#testing/upload-preview.ts'

async function open(...may: readonly (readonly [string, string])[]) {
  openSession({ user: reader(1, ['can_read', 'Dataset'], ['can_write', 'Dataset'], ...may) })
  mockResponses({
    '/api/v1/dataset/_info': { permissions: ['can_read', 'can_write'] },
    '/api/v1/dataset/': { result: [{ id: 1, table_name: 'flights', kind: 'physical', owners: [] }], count: 1 },
    '/api/v1/database/': ({ path }: { readonly path: string }) =>
      path.includes('/upload_preview/')
        ? { result: PREVIEW }
        : path.includes('/uploads/')
          ? { result: [] }
          : { result: [{ id: 7, database_name: 'Uploads', allow_file_upload: true }], count: 1 },
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/dataset/list', component: DatasetsPage })
  const history = createMemoryHistory({ initialEntries: ['/dataset/list'] })
  queryClient.clear()
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history }) as never} />
    </QueryClientProvider>,
  )
  await waitForAssertion(() => expect(screen.getByRole('link', { name: 'flights' })).toBeDefined())
  const dataTransfer = { types: ['Files'], files: [new File(['paid\n2024-02-01\n'], 'Sales.csv')] }
  return () => fireEvent.drop(container, { dataTransfer })
}

it('a file that is dropped on the list of datasets opens with its first rows', async () => {
  const drop = await open(['can_this_form_get', 'CsvToDatabaseView'])
  drop()
  const dialog = await screen.findByRole('dialog', { name: 'Upload "Sales.csv"' })
  expect(await within(dialog).findByText('2024-02-01')).toBeDefined()
})

it('offers no upload to users without permission to upload', async () => {
  await open()
  expect(screen.queryByRole('button', { name: 'Upload a file' })).toBeNull()
})
