import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { UploadPreview } from '#core/rest/upload.ts'
import { isFullSet } from '#testing/case-sample.ts'
import { choose, userInput, isOpen, press, write } from '#testing/user-input.ts'
import { dropFiles, openUpload, pressLoad, type UploadFields } from '#testing/upload.tsx'
import { PREVIEW } from '#testing/upload-preview.ts'

const FILE = new File(['id,paid\n1,2.5\n'], 'Sales.csv')

interface Planned {
  readonly source: string
  readonly name?: string
  readonly type?: string
  readonly isExcluded?: true
}

const planOf = (fields: UploadFields | undefined) => JSON.parse(fields?.['column_plan'] ?? '[]') as readonly Planned[]

/** A server that reads `id` and `paid` by the plan. */
function preview(fields: UploadFields): Partial<UploadPreview> {
  const plan = planOf(fields)
  const columns = ['id', 'paid'].flatMap((source) => {
    const { name = source, type, isExcluded } = plan.find((each) => each.source === source) ?? {}
    if (isExcluded) return []
    const value = source === 'id' ? '1' : type === 'integer' ? '3' : '2.5'
    const engineType = type === 'integer' || source === 'id' ? 'BIGINT' : type === 'text' ? 'VARCHAR' : 'DOUBLE'
    return [{ name, type: engineType, isEitherOrder: false, value }]
  })
  return {
    columns,
    column_names: columns.map(({ name }) => name),
    column_count: columns.length,
    rows: [columns.map(({ value }) => value)],
  }
}

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

/** Changes a column in the popover of its header, which regains the focus. */
async function edit(name: string, change: () => Promise<void>): Promise<void> {
  await press(name)
  const popover = await screen.findByRole('dialog', { name: /^Column/ })
  await change()
  // A select returns the focus after a frame.
  await waitFor(() => expect(popover.contains(document.activeElement)).toBe(true))
  await userInput().keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Column/ })).toBeNull())
  const dialog = screen.getByRole('dialog', { name: /^Upload/ })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
}

const exclude = () => press('Load this column', 'checkbox')

async function opened() {
  const server = openUpload({ preview })
  await dropFiles([FILE])
  await screen.findByRole('columnheader', { name: 'paid · number' })
  return server
}

it('renames, retypes and excludes columns; the preview and the load have the plan', async () => {
  const { previews, loads, onLoaded } = await opened()
  await edit('paid · number', async () => {
    await write('Column name', 'amount')
    await choose('Column type', 'whole number')
  })
  await screen.findByRole('cell', { name: '3' })
  expect(heads()).toEqual(['id · whole number', 'amount · whole number'])
  await edit('id · whole number', exclude)
  await waitFor(() => expect(heads()).toEqual(['id · not loaded', 'amount · whole number']))
  const plan = [
    { source: 'id', isExcluded: true },
    { source: 'paid', name: 'amount', type: 'integer' },
  ]
  await waitFor(() => expect(planOf(previews.at(-1))).toEqual(plan))
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1', '3'])
  await pressLoad()
  await waitFor(() => expect(onLoaded).toHaveBeenCalledWith(3))
  expect(planOf(loads[0])).toEqual(plan)
})

it('requests no preview and loads nothing while two columns have one name', async () => {
  const { previews } = await opened()
  await edit('paid · number', async () => {
    await write('Column name', 'ID')
    await within(screen.getByRole('dialog', { name: 'Column paid' })).findByText('Another column has this name.')
  })
  await waitFor(() => expect(isOpen('Load')).toBe(false))
  await edit('ID · number', () => write('Column name', 'sum'))
  await waitFor(() => expect(isOpen('Load')).toBe(true))
  const names = previews.flatMap((fields) => planOf(fields).map(({ name }) => name))
  expect(names).not.toContain('ID')
  expect(names.at(-1)).toBe('sum')
})

it('shows the response to the last change in any order of arrival', async () => {
  const answers: (() => void)[] = []
  openUpload({
    preview: (fields) => {
      const result = { ...preview(fields), sheets: [], type: 'csv' as const }
      if (planOf(fields).length === 0) return result
      return new Promise<Response>((resolve) => {
        answers.push(() => resolve(Response.json({ result: { ...PREVIEW, ...result } })))
      })
    },
  })
  await dropFiles([FILE])
  await press((await screen.findByRole('button', { name: 'paid · number' })).textContent)
  await choose('Column type', 'whole number')
  await waitFor(() => expect(answers.length).toBe(1))
  await choose('Column type', 'text')
  await waitFor(() => expect(answers.length).toBe(2))
  answers[1]?.()
  await userInput().keyboard('{Escape}')
  await waitFor(() => expect(isOpen('Load')).toBe(true))
  answers[0]?.()
  await waitFor(() => expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1', '2.5']))
  expect(heads()).toEqual(['id · whole number', 'paid · text'])
})

it.runIf(isFullSet)('loads nothing if every column is excluded', async () => {
  await opened()
  for (const name of ['id · whole number', 'paid · number']) await edit(name, exclude)
  await waitFor(() => expect(heads()).toEqual(['id · not loaded', 'paid · not loaded']))
  expect(isOpen('Load')).toBe(false)
})
