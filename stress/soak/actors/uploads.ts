import type { ErrorCode } from '#core/rest/errors.ts'
import type { Actor, Lane, Stage } from '../actor.ts'
import { isInDoubt } from '../soak-caller.ts'
import { ENGINE_CRASH_ERRORS } from './rows-queries.ts'

const MAX_ROWS = 400
/** Uploads per table before a new one is created. */
const OF_ONE_TABLE = 12

type How = 'fail' | 'append' | 'replace'

/** A table of one lane, with its possible row counts. */
interface Table {
  readonly name: string
  readonly dataset: number
  readonly possible: ReadonlySet<number>
  readonly uploads: number
}

const REJECTION_CODES: readonly ErrorCode[] = ['load-lost', ...ENGINE_CRASH_ERRORS]

/** Uploads files to new and existing tables. A table must have the rows of every acknowledged upload. */
export const uploads: Actor = { name: 'uploads', lanes: 2, pause: 200, isServed: true, begin: beginUploads }

function beginUploads({ actor, lane, fixture, record, random, person }: Stage): Lane {
  const uploader = person(fixture.writers[lane % fixture.writers.length] ?? '')
  let table: Table | undefined
  let tables = 0

  const send = (name: string, rows: number, how: How) => {
    const lines = Array.from({ length: rows }, (_, row) => `${row},text ${row},${row / 8}`)
    const form = new FormData()
    form.set('file', new File([['n,words,share', ...lines].join('\n')], `${name}.csv`))
    form.set('table_name', name)
    form.set('already_exists', how)
    const call = { method: 'POST', url: `/api/v1/database/${fixture.uploads}/upload/`, payload: form }
    const allowed =
      how === 'fail' && table?.name === name ? [...REJECTION_CODES, 'upload-table-exists' as const] : REJECTION_CODES
    return uploader.call(actor, call, { allowed })
  }
  const first = async (): Promise<void> => {
    const name = `lane_${lane}_table_${++tables}`
    const rows = 1 + random.below(MAX_ROWS)
    const outcome = await send(name, rows, 'fail')
    if (outcome.kind === 'answered')
      table = { name, dataset: outcome.answer.json().dataset_id, possible: new Set([rows]), uploads: 1 }
  }
  const further = async (known: Table): Promise<void> => {
    const how = random.pick(['append', 'append', 'replace', 'fail'] as const)
    const rows = 1 + random.below(MAX_ROWS)
    const outcome = await send(known.name, rows, how)
    const before = [...known.possible]
    const after = how === 'append' ? before.map((count) => count + rows) : how === 'replace' ? [rows] : before
    if (how === 'fail' && outcome.kind === 'answered')
      record.fault(actor, 'lost write', `${known.name} was there, and a file took its name`)
    // An engine may be killed after storing a file and before acknowledging it: the upload fails, but its rows are
    // there.
    const isRefused = outcome.kind === 'refused' && outcome.name !== 'load-lost' && !isInDoubt(outcome)
    const possible = new Set(outcome.kind === 'answered' ? after : isRefused ? before : [...before, ...after])
    table = { ...known, possible, uploads: known.uploads + 1 }
  }
  const count = async (): Promise<boolean> => {
    if (!table) return true
    const { dataset, possible, name } = table
    const queries = [{ metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }] }]
    const payload = { datasource: { id: dataset, type: 'table' }, queries, force: random.below(2) === 0 }
    const outcome = await uploader.call(
      actor,
      { method: 'POST', url: '/api/v1/chart/data', payload },
      { allowed: REJECTION_CODES },
    )
    if (outcome.kind !== 'answered') return outcome.kind === 'refused' && REJECTION_CODES.includes(outcome.name)
    const rows = Number(outcome.answer.json().result[0].data[0].rows)
    if (!possible.has(rows))
      record.fault(actor, 'wrong count', `${name} has ${rows} rows, not ${[...possible].join(' or ')}`)
    return true
  }
  return {
    async act() {
      if (table && random.below(3) === 0) await count()
      else if (!table || table.uploads >= OF_ONE_TABLE) await first()
      else await further(table)
    },
    verify: count,
  }
}
