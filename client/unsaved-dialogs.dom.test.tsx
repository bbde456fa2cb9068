import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AnnotationDialog } from '#client/annotations/AnnotationDialog.tsx'
import { LayerDialog } from '#client/annotations/LayerDialog.tsx'
import { CopyChartDialog } from '#client/dashboard/chart/CopyChartDialog.tsx'
import { CrossFilterScope } from '#client/dashboard/chart/CrossFilterScope.tsx'
import { SaveAsDialog } from '#client/dashboard/properties/SaveAsDialog.tsx'
import { createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { DatabaseDialog } from '#client/databases/DatabaseDialog.tsx'
import { EditDatasetDialog } from '#client/dataset/EditDatasetDialog.tsx'
import { SaveAsDataset } from '#client/dataset/SaveAsDataset.tsx'
import { SaveDialog } from '#client/explore/save/SaveDialog.tsx'
import { createExploreStore, ExploreContext } from '#client/explore/state/store.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { choose, userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { createQueryClient } from '#client/session/query-client.ts'

type Dialog = (onClose: () => void) => React.ReactNode

const engine = { name: 'DuckDB', engine: 'duckdb', available_drivers: [], default_driver: '', preferred: true }
const dataset = { id: 3, table_name: 'flights' } as DatasetResponse
const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
const explore = createExploreStore({
  slice: null,
  dataset: { ...dataset, columns: [], metrics: [] },
  form,
  title: 'Delays',
})
const nothing = () => undefined

const write = (name: string | RegExp) => async () => {
  await userInput().type(await screen.findByRole('textbox', { name }), 'x')
}

/** Dialogs with fields, and a function that changes a field of each. */
const dialogs: readonly (readonly [string, Dialog, () => Promise<void>])[] = [
  ['an annotation layer', (onClose) => <LayerDialog onClose={onClose} />, write(/^Name/)],
  ['an annotation', (onClose) => <AnnotationDialog layerId={1} onClose={onClose} />, write(/^Name/)],
  ['a database', (onClose) => <DatabaseDialog onClose={onClose} onSaved={nothing} />, write(/name/i)],
  [
    'another dataset of the same SQL',
    (onClose) => <SaveAsDataset dataset={dataset} onClose={onClose} onSaved={nothing} />,
    write(/^Dataset name/),
  ],
  [
    'a dataset that is edited',
    (onClose) => <EditDatasetDialog id={3} onClose={onClose} onSaved={nothing} />,
    async () => {
      await userInput().click(await screen.findByRole('tab', { name: 'Settings' }))
      await write(/^Description/)()
    },
  ],
  ['a copy of a dashboard', (onClose) => <SaveAsDialog onClose={onClose} />, write(/^Title/)],
  [
    'a chart that is saved',
    (onClose) => (
      <ExploreContext value={explore}>
        <SaveDialog onClose={onClose} onSaved={nothing} />
      </ExploreContext>
    ),
    write(/^Chart name/),
  ],
  [
    'a chart that is copied',
    (onClose) => <CopyChartDialog chartId={1} title="Delays" onClose={onClose} />,
    async () => {
      await waitForAssertion(() => expect(screen.getByRole('combobox', { name: /^Dashboard/ })).toBeDefined())
      await choose('Dashboard', 'Elsewhere')
    },
  ],
  [
    'whom charts filter',
    (onClose) => <CrossFilterScope onClose={onClose} />,
    () => press(/^Charts filter each other/, 'switch'),
  ],
]

function open(dialog: Dialog) {
  openSession()
  mockResponses({
    'GET /api/v1/database/available/': { databases: [engine] },
    'GET /api/v1/dashboard/': { count: 1, ids: [9], result: [{ id: 9, dashboard_title: 'Elsewhere' }] },
    'GET /datasource/get/table/3/': { ...dataset, columns: [], metrics: [], owners: [], version: 1 },
  })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={createDashboardStore(openDashboard())}>{dialog(onClose)}</DashboardContext>
    </QueryClientProvider>,
  )
  return onClose
}

it.each(dialogs)(
  'the dialog of %s confirms before input is discarded, and not without input',
  async (_name, dialog, change) => {
    const onClose = open(dialog)
    await screen.findByRole('button', { name: 'Cancel' })
    await userInput().keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    onClose.mockClear()
    await change()
    await userInput().keyboard('{Escape}')
    expect(screen.getByText('There are unsaved changes.')).toBeDefined()
    await press('Keep editing')
    expect(onClose).not.toHaveBeenCalled()
    await userInput().keyboard('{Escape}')
    expect(document.activeElement?.textContent).toBe('Keep editing')
    await userInput().keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.queryByText('There are unsaved changes.')).toBeNull()
    await press('Close')
    await press('Yes, cancel')
    expect(onClose).toHaveBeenCalledOnce()
  },
)
