import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FileReadWriteLock } from './file-read-write-lock.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-turns-')))
  for (const folder of ['data/files', 'scratch', 'home/databases']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'data/files/a.csv'), 'v\n1\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function turnsOf(): FileReadWriteLock {
  const access = { directory: join(root, 'home/databases'), dataDirectories: [join(root, 'data')] }
  const source = { path: join(root, 'data/files'), access }
  return new FileReadWriteLock({ file: '', scratch: join(root, 'scratch'), memory: 2 ** 29, source })
}

it('serves no removed files after a failed comparison with the folder', async () => {
  const turns = turnsOf()
  const read = () => turns.read((reader) => reader.tables('main'))
  expect(await read()).toHaveLength(1)
  rmSync(join(root, 'data/files'), { recursive: true })
  // The time between two listings grows with the time that opening the files took.
  await vi.waitUntil(() =>
    read().then(
      () => false,
      () => true,
    ),
  )
  for (let tries = 0; tries < 3; tries++) await expect(read()).rejects.toMatchObject({ code: 'data-file-missing' })
  expect(readdirSync(join(root, 'scratch')).filter((name) => name.startsWith('files-'))).toEqual([])
})

it('explains an error with the files of its read', async () => {
  const failed = turnsOf().read(async () => {
    const folder = readdirSync(join(root, 'scratch')).find((name) => name.startsWith('files-')) ?? ''
    throw new Error(`Invalid Input Error: ${join(root, 'scratch', folder, '0')}: hidden value`)
  })
  await expect(failed).rejects.toMatchObject({ code: 'data-file-unreadable', args: ['a.csv'] })
})

it('shows no path of the server if the files cannot be opened', async () => {
  const turns = turnsOf()
  // Links to the files cannot be made without the folder of the process.
  rmSync(join(root, 'scratch'), { recursive: true })
  const failure = await turns.read((reader) => reader.tables('main')).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'data-file-unreadable', args: ['files'] })
})

it('reads changed files at once while a query reads the former ones, and closes those after it', async () => {
  const turns = turnsOf()
  const folders = () => readdirSync(join(root, 'scratch')).filter((name) => name.startsWith('files-'))
  const names = () => turns.read(async (reader) => (await reader.tables('main')).map(({ name }) => name))
  let end = (): void => {}
  const running = turns.read(async (reader) => {
    await new Promise<void>((resolve) => {
      end = resolve
    })
    const query = { text: 'SELECT v FROM a', params: [], layout: 'rows' as const, labels: ['v'], maxRows: 10 }
    return (await reader.bytes(query, new AbortController().signal)).data
  })
  await delay(300)
  rmSync(join(root, 'data/files/a.csv'))
  writeFileSync(join(root, 'data/files/b.csv'), 'v\n2\n')
  await expect.poll(names).toEqual(['b'])
  expect(folders()).toHaveLength(2)
  end()
  expect(Buffer.from(await running).toString()).toBe('[{"v":1}]')
  expect(await names()).toEqual(['b'])
  expect(folders()).toHaveLength(1)
})
