import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startPostgres } from './postgres.ts'

it('starts a separate server in UTF-8 and UTC, and removes all files when stopped', async () => {
  const server = await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query<{ encoding: string; zone: string; folder: string }>(
    "select current_setting('server_encoding') encoding, current_setting('TimeZone') zone, current_setting('data_directory') folder",
  )
  await client.end()
  await server.stop()
  expect(rows[0]).toMatchObject({ encoding: 'UTF8', zone: 'UTC' })
  expect(existsSync(rows[0]?.folder ?? '/')).toBe(false)
})

it('runs two servers side by side', async () => {
  const [a, b] = await Promise.all([startPostgres(), startPostgres()])
  expect(a.url).not.toBe(b.url)
  await Promise.all([a.stop(), b.stop()])
})

it.each(['INT', 'QUIT'] as const)(
  'keeps acknowledged writes when halted by %s and restarted on its port',
  async (signal) => {
    const server = await startPostgres({ durable: true })
    const ask = async (text: string): Promise<unknown[]> => {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      const { rows } = await client.query(text)
      await client.end()
      return rows
    }
    await ask('CREATE TABLE kept (n INTEGER)')
    await ask('INSERT INTO kept VALUES (7)')
    const [setting] = (await ask("select current_setting('data_directory') folder")) as [{ folder: string }]
    await server.halt(signal)
    await expect(ask('SELECT 1')).rejects.toThrow('ECONNREFUSED')
    await server.resume()
    expect(await ask('SELECT n FROM kept')).toEqual([{ n: 7 }])
    await server.halt(signal)
    await server.stop()
    expect(existsSync(setting.folder)).toBe(false)
  },
)
