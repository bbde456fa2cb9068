import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import type { Call } from '#testing/user-input.ts'
import { frame } from '#testing/frames.ts'
import { button, userInput, press, mockResponses, waitForAssertion, write } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { ImportBundle } from '#client/lists/ImportBundle.tsx'

const bundle = () => new File(['PK'], 'sales.zip', { type: 'application/zip' })

/** The final response frame of a streamed import. */
const last = (body: unknown, status = 200) => new Response(frame('answer', body, status) as BodyInit)

const trouble = (extra: object) =>
  last(
    {
      errors: [
        {
          message: 'Error importing dashboard',
          error_type: 'GENERIC_COMMAND_ERROR',
          level: 'warning',
          extra: { ...extra, code: 'import-failed', args: ['dashboard'], issue_codes: [] },
        },
      ],
    },
    422,
  )

const EXISTS = { 'dashboards/Sales.yaml': 'Dashboard already exists and `overwrite=true` was not passed' }
const PASSWORD = { 'databases/far.yaml': { _schema: ['Must provide a password for the database'] } }
const change = {
  path: 'dashboards/Sales.yaml',
  kind: 'dashboard',
  name: 'Sales',
  action: 'update',
  fields: [{ name: 'css', before: null, after: 'a {}' }],
  more: 0,
}

/** Opens the dialog with a bundle; records the request fields. */
async function open(answer: (sent: Readonly<Record<string, string>>) => unknown) {
  const sent: Record<string, string>[] = []
  mockResponses({
    '/api/v1/dashboard/import/': ({ body }: Call) => {
      const fields = Object.fromEntries(
        [...(body as FormData)].map(([name, value]) => [name, value instanceof File ? value.name : value]),
      )
      sent.push(fields)
      const said = answer(fields)
      return said instanceof Response || said instanceof Promise ? said : last(said)
    },
  })
  queryClient.clear()
  openSession()
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <ImportBundle name="dashboard" noun="dashboard" />
    </QueryClientProvider>,
  )
  await press('Import')
  // The dialog opens with a file.
  await waitForAssertion(() => expect(screen.getByRole('dialog', { name: 'Import dashboard' })).toBeDefined())
  const dialog = screen.getByRole('dialog', { name: 'Import dashboard' })
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]')
  await userInput().upload(input as HTMLInputElement, bundle())
  return { sent, container }
}

it('B-IMPORT-05: confirms before it overwrites, after showing the changes', async () => {
  const { sent } = await open((fields) =>
    fields['overwrite'] === 'true' ? { message: 'OK', changes: [change] } : trouble(EXISTS),
  )
  const list = await screen.findByRole('list', { name: 'What the import does' })
  expect(within(list).getByText('Sales')).toBeDefined()
  expect(within(list).getByText('a {}')).toBeDefined()
  expect(screen.getByText('These exist already, and will be overwritten: dashboards/Sales.yaml')).toBeDefined()
  expect(button('Overwrite').disabled).toBe(true)
  await write('Type OVERWRITE to overwrite what exists', 'OVERWRITE')
  await press('Overwrite')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  const reported = (each: Record<string, string>) => [each['formData'], each['overwrite'], each['dry_run']]
  expect(sent.map(reported)).toEqual([
    ['sales.zip', 'false', 'true'],
    ['sales.zip', 'true', 'true'],
    ['sales.zip', 'true', undefined],
  ])
})

it('requires the passwords of databases, and sends them by path', async () => {
  const { sent } = await open((fields) =>
    fields['passwords'] === '{}' ? trouble(PASSWORD) : { message: 'OK', changes: [{ ...change, action: 'create' }] },
  )
  await waitForAssertion(() => expect(screen.getByLabelText('Password of databases/far.yaml')).toBeDefined())
  await userInput().type(screen.getByLabelText('Password of databases/far.yaml'), 'open sesame{Enter}')
  await screen.findByRole('list', { name: 'What the import does' })
  const dialog = screen.getByRole('dialog')
  await userInput().click(within(dialog).getByRole('button', { name: 'Import' }))
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.at(-1)).toEqual({
    formData: 'sales.zip',
    overwrite: 'false',
    passwords: '{"databases/far.yaml":"open sesame"}',
  })
})

it('requires the secrets of SSH tunnels after the passwords, and sends them by path', async () => {
  const path = 'databases/far.yaml'
  const keys = [
    'Must provide a private key for the ssh tunnel',
    'Must provide a private key password for the ssh tunnel',
  ]
  const { sent } = await open((fields) => {
    if (fields['passwords'] === '{}') return trouble(PASSWORD)
    if (!fields['ssh_tunnel_private_keys']) return trouble({ [path]: { _schema: keys } })
    return { message: 'OK', changes: [{ ...change, action: 'create' }] }
  })
  await userInput().type(await screen.findByLabelText(`Password of ${path}`), 'one{Enter}')
  const key = await screen.findByLabelText(`SSH private key of ${path}`)
  expect(key.tagName).toBe('TEXTAREA')
  await userInput().type(key, 'a key{Enter}of lines')
  await userInput().type(screen.getByLabelText(`Password of the SSH private key of ${path}`), 'two{Enter}')
  await screen.findByRole('list', { name: 'What the import does' })
  await userInput().click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Import' }))
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.at(-1)).toEqual({
    formData: 'sales.zip',
    overwrite: 'false',
    passwords: JSON.stringify({ [path]: 'one' }),
    ssh_tunnel_private_keys: JSON.stringify({ [path]: 'a key\nof lines' }),
    ssh_tunnel_private_key_passwords: JSON.stringify({ [path]: 'two' }),
  })
})

it('confirms before Escape discards input, and only with input', async () => {
  await open((fields) => (fields['overwrite'] === 'true' ? { message: 'OK', changes: [change] } : trouble(EXISTS)))
  await screen.findByText(/^These exist already/)
  await write('Type OVERWRITE to overwrite what exists', 'OVER')
  await userInput().keyboard('{Escape}')
  expect(screen.getByText('There are unsaved changes.')).toBeDefined()
  await press('Keep editing')
  expect(screen.getByRole('dialog')).toBeDefined()
  await write('Type OVERWRITE to overwrite what exists', '')
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('confirms before Escape discards a password, and not before one was typed', async () => {
  await open(() => trouble(PASSWORD))
  const field = await screen.findByLabelText('Password of databases/far.yaml')
  await userInput().type(field, 'x')
  await userInput().keyboard('{Escape}')
  expect(screen.getByText('There are unsaved changes.')).toBeDefined()
  await press('Keep editing')
  await userInput().clear(field)
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('B-IMPORT-02: shows for each file why an import failed and what to do; another file can be chosen', async () => {
  await open(() => trouble({ ...EXISTS, 'charts/a.yaml': { viz_type: ['Missing data for required field.'] } }))
  expect(
    await screen.findByText('An error occurred while importing dashboard: Error importing dashboard'),
  ).toBeDefined()
  expect(screen.getByText('Please re-export your file and try importing again.')).toBeDefined()
  expect(screen.getByText('charts/a.yaml: viz_type: Missing data for required field.', { exact: false })).toBeDefined()
  await press('Choose another file')
  expect(await screen.findByText('Drop a bundle here')).toBeDefined()
})

it('names the server that receives a secret', async () => {
  const server = 'postgresql://ada:XXXXXXXXXX@db.example/sales'
  await open(() => trouble({ ...PASSWORD, secret_servers: { 'databases/far.yaml': [server] } }))
  expect(await screen.findByLabelText('Password of databases/far.yaml')).toBeDefined()
  expect(screen.getByText(`Sent to ${server}`)).toBeDefined()
})

it('the secrets of one file are not sent with another file', async () => {
  const other = { 'databases/near.yaml': PASSWORD['databases/far.yaml'] }
  const broken = { 'charts/a.yaml': { viz_type: ['Missing data for required field.'] } }
  const answers = [trouble(PASSWORD), trouble(broken), trouble({ ...PASSWORD, ...other }), trouble(other)]
  const { sent } = await open(() => answers.shift())
  await userInput().type(await screen.findByLabelText('Password of databases/far.yaml'), 'first{Enter}')
  await press('Choose another file')
  await screen.findByText('Drop a bundle here')
  const input = screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type=file]')
  await userInput().upload(input as HTMLInputElement, bundle())
  const far = await screen.findByLabelText<HTMLInputElement>('Password of databases/far.yaml')
  expect(far.value).toBe('')
  await userInput().type(far, 'second')
  await userInput().type(screen.getByLabelText('Password of databases/near.yaml'), 'third{Enter}')
  await waitForAssertion(() => expect(screen.queryByLabelText('Password of databases/far.yaml')).toBeNull())
  const passwords = () => sent.map((each) => JSON.parse(each['passwords'] ?? '{}') as unknown)
  expect(passwords().slice(1)).toEqual([
    { 'databases/far.yaml': 'first' },
    {},
    { 'databases/far.yaml': 'second', 'databases/near.yaml': 'third' },
  ])
})

it('a bundle that is dropped anywhere on the page is read; Escape leaves', async () => {
  const { container } = await open(() => new Promise(() => {}))
  expect(await screen.findByText('Reading sales.zip')).toBeDefined()
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  const files = { types: ['Files'], files: [bundle()] }
  fireEvent.dragOver(container, { dataTransfer: files })
  expect(screen.getByText('Drop the bundle to import it')).toBeDefined()
  fireEvent.drop(container, { dataTransfer: files })
  expect(screen.queryByText('Drop the bundle to import it')).toBeNull()
  expect(await screen.findByText('Reading sales.zip')).toBeDefined()
})

it('shows the progress of read, checked and written files, and can be cancelled', async () => {
  const reported: ReadableStreamDefaultController<Uint8Array>[] = []
  const followed = () => new Response(new ReadableStream({ start: (controller) => void reported.push(controller) }))
  const tell = (stage: string, done: number) =>
    act(() => reported.at(-1)?.enqueue(frame('progress', { stage, done, of: 90 }, 102)))
  await open(followed)
  const requests = vi.fn<typeof fetch>(fetch)
  vi.stubGlobal('fetch', requests)
  const bar = () => screen.getByRole('progressbar')
  expect(await screen.findByText('Reading sales.zip')).toBeDefined()
  expect(bar().getAttribute('aria-valuenow')).toBeNull()
  tell('read', 9)
  expect(await screen.findByText('9 of 90 files')).toBeDefined()
  expect(bar().getAttribute('aria-valuenow')).toBe('10')
  tell('write', 45)
  // A dry run makes no permanent changes.
  expect(await screen.findByText('Checking sales.zip')).toBeDefined()
  expect(screen.getByText('45 of 90 files')).toBeDefined()
  act(() => {
    reported.at(-1)?.enqueue(frame('answer', { message: 'OK', changes: [change] }))
    reported.at(-1)?.close()
  })
  await screen.findByRole('list', { name: 'What the import does' })
  const dialog = screen.getByRole('dialog')
  await userInput().click(within(dialog).getByRole('button', { name: 'Import' }))
  await waitForAssertion(() => expect(reported).toHaveLength(2))
  tell('write', 81)
  expect(await screen.findByText('Importing sales.zip')).toBeDefined()
  expect(screen.getByText('81 of 90 files')).toBeDefined()
  const signal = requests.mock.lastCall?.[1]?.signal
  expect(signal?.aborted).toBe(false)
  await userInput().click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(signal?.aborted).toBe(true)
})

describe('dashboards that arrive as drafts', () => {
  const drafts = [
    { uuid: 'a', name: 'Sales' },
    { uuid: 'b', name: 'Costs' },
  ]
  const text = 'These dashboards arrive as drafts, which only owners and administrators see: Sales, Costs'
  const imported = async () => {
    const dialog = screen.getByRole('dialog')
    await userInput().click(within(dialog).getByRole('button', { name: 'Import' }))
    await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const answer = { message: 'OK', changes: [{ ...change, action: 'create' }], drafts }

  it('lists them before the import, and publishes them with it', async () => {
    const { sent } = await open(() => answer)
    expect(await screen.findByText(text)).toBeDefined()
    await userInput().click(screen.getByRole('checkbox', { name: 'Publish them' }))
    await imported()
    expect(sent.map((each) => [each['dry_run'], each['publish']])).toEqual([
      ['true', undefined],
      [undefined, 'true'],
    ])
  })

  it('stay drafts unless the user publishes them', async () => {
    const { sent } = await open(() => answer)
    expect(await screen.findByText(text)).toBeDefined()
    await imported()
    expect(sent.map((each) => each['publish'])).toEqual([undefined, undefined])
  })

  it('shows nothing if there are none', async () => {
    await open(() => ({ message: 'OK', changes: [change] }))
    await screen.findByRole('list', { name: 'What the import does' })
    expect(screen.queryByRole('checkbox', { name: 'Publish them' })).toBeNull()
  })
})
