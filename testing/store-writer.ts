import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openStore } from '#server/store/store.ts'

/**
 * A process that writes charts into the SQLite file of its first argument, from the first input until it is killed. It
 * prints the uuid of each chart once the store has acknowledged it.
 */
const file = process.argv[2] as string

async function write(): Promise<never> {
  const store = await openStore({ file }, Date.now, randomUUID)
  const owner = await store.users.byUsername('owner')
  const values = { slice_name: 'Written', viz_type: 'pie', datasource_id: 1, datasource_type: 'table' }
  for (;;) {
    const { uuid } = await store.charts.create({ ...values, owners: [owner?.id as number] }, null)
    writeSync(1, `${uuid}\n`)
  }
}

process.stdin.once('data', () => void write())
