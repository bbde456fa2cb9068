import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeDriver } from '#testing/driver-files.ts'
import { MysqlSessions } from './sessions.ts'

/** Connections to the servers in `servers`, in this order; `log` lists the statements with their server. */
const DRIVER = `
const { EventEmitter } = require('node:events')
module.exports = {
  createConnection() {
    const { servers, log } = globalThis.facetTestServers
    const server = servers.length > 1 ? servers.shift() : servers[0]
    return Object.assign(new EventEmitter(), {
      threadId: 7,
      connect: (done) => done(null),
      destroy() {},
      query({ sql }, done) {
        log.push(server + ' ' + sql)
        done(null, [{ version: '8', server }])
      },
    })
  },
}`

interface Servers {
  readonly servers: string[]
  readonly log: string[]
}

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'facet-sessions-'))
  writeDriver(home, 'mysql', DRIVER)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Cancels a statement on a connection to `one`; returns the KILL statements of connections to `servers`. */
async function killsAfter(...servers: string[]): Promise<readonly string[]> {
  const given: Servers = { servers: ['one', 'one', ...servers], log: [] }
  Object.assign(globalThis, { facetTestServers: given })
  const address = { host: 'h', port: 1, database: 'd', user: 'u', password: '' }
  const { queries } = await MysqlSessions.open(address, { directory: join(home, 'databases') })
  const abort = new AbortController()
  const running = queries.run(abort.signal, (connection) => {
    abort.abort(new Error('left'))
    return new Promise((_, reject) => connection.on('error', reject))
  })
  await expect(running).rejects.toThrow('left')
  await vi.waitFor(() => expect(given.log.length).toBeGreaterThan(6))
  queries.close()
  return given.log.filter((each) => each.includes('KILL'))
}

it('ends a statement only on the server that runs it, behind a load balancer', async () => {
  expect(await killsAfter('one')).toEqual(['one KILL 7'])
  expect(await killsAfter('other', 'other', 'one')).toEqual(['one KILL 7'])
  expect(await killsAfter('other')).toEqual([])
})
