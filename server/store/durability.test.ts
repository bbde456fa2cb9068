import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from './store.ts'

const KILLS = 20
const MAX_RENDER_MS = 120
const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'facet-durability-'))
const file = join(folder, 'meta.db')
const writerFile = join(folder, 'writer.mjs')

beforeAll(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await build({
    entryPoints: [join(root, 'testing/store-writer.ts')],
    outfile: writerFile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startWriter(): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [writerFile, file])
}

/** Kills the writer this long after its first output; returns the lines it reported as written. */
async function killWhileWriting(writer: ChildProcessWithoutNullStreams, after: number): Promise<string[]> {
  let said = ''
  const ended = new Promise((resolve) => writer.once('close', resolve))
  const began = new Promise<void>((resolve, reject) => {
    writer.stdout.on('data', (chunk) => {
      said += chunk
      resolve()
    })
    writer.stderr.on('data', (chunk) => reject(new Error(String(chunk))))
  })
  writer.stdin.write('go\n')
  await began
  await delay(after)
  writer.kill('SIGKILL')
  await ended
  // Text after the last line end is incomplete.
  return said
    .slice(0, said.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
}

it('keeps every acknowledged write when killed at twenty moments of writing', { timeout: 60_000 }, async () => {
  const first = await openStore({ file }, Date.now, randomUUID)
  await first.users.create({ username: 'owner', first_name: 'O', last_name: 'W' }, null)
  await first.close()
  const acknowledged: string[] = []
  let next = startWriter()
  for (let kill = 0; kill < KILLS; kill++) {
    const writer = next
    if (kill < KILLS - 1) next = startWriter()
    acknowledged.push(...(await killWhileWriting(writer, (kill * 47) % MAX_RENDER_MS)))
  }
  const store = await openStore({ file }, Date.now, randomUUID)
  const { rows } = await store.charts.list({})
  const events = await store.events.list({ limit: 1_000_000 })
  await store.close()
  const written = new Set(rows.map((row) => row.uuid))
  expect(acknowledged.length).toBeGreaterThan(KILLS)
  expect(acknowledged.filter((uuid) => !written.has(uuid))).toEqual([])
  expect(rows.every((row) => row.owners.length === 1)).toBe(true)
  expect(events.filter((event) => event.entity_type === 'chart')).toHaveLength(rows.length)
  const database = new DatabaseSync(file)
  expect(database.prepare('pragma integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
  expect(database.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
  database.close()
})
