import type { Actor, Lane, Stage } from '../actor.ts'
import { Ledger } from '../ledger.ts'
import { isInDoubt } from '../soak-caller.ts'

const LANES = 4

/** A field that stores one number in a name. */
interface NumberField {
  readonly url: string
  readonly field: string
  readonly more: object
}

const dashboardName: NumberField = { url: '/api/v1/dashboard/', field: 'dashboard_title', more: { published: true } }

function chartName({ fixture }: Stage): NumberField {
  const more = { viz_type: 'table', datasource_id: fixture.rows, datasource_type: 'table' }
  return { url: '/api/v1/chart/', field: 'slice_name', more }
}

/**
 * Each lane writes increasing numbers into the name of its own dashboard or chart. The field must hold the last
 * acknowledged value, or a later one without a response.
 */
export const writers: Actor = { name: 'writers', lanes: LANES, pause: 20, isServed: true, begin: beginWriter }

function beginWriter(stage: Stage): Lane {
  const { actor, lane, record, random } = stage
  const target = lane % 2 === 0 ? dashboardName : chartName(stage)
  const names = stage.fixture.writers
  const writer = stage.person(names[lane % names.length] ?? '')
  const ledger = new Ledger()
  const textOf = (value: number): string => `lane ${lane} holds ${value}`
  let id: number | undefined

  const create = async (): Promise<void> => {
    const value = ledger.take()
    const payload = { ...target.more, [target.field]: textOf(value) }
    const outcome = await writer.call(actor, { method: 'POST', url: target.url, payload })
    // Without a response another one is created: the first one's id is unknown.
    if (outcome.kind !== 'answered') return
    id = outcome.answer.json().id as number
    ledger.acknowledge(value)
  }
  const write = async (): Promise<void> => {
    const value = ledger.take()
    const payload = { [target.field]: textOf(value) }
    const outcome = await writer.call(actor, { method: 'PUT', url: `${target.url}${id}`, payload }, missingOutcome)
    if (outcome.kind === 'answered') ledger.acknowledge(value)
    else if (isInDoubt(outcome)) ledger.doubt(value)
    if (outcome.kind === 'refused' && outcome.name === 'not-found') lost('is gone')
  }
  const lost = (what: string): void =>
    record.fault(actor, 'lost write', `${target.url}${id} ${what}: ${ledger.report()}`)
  const read = async (): Promise<boolean> => {
    if (id === undefined) return true
    const outcome = await writer.call(actor, { url: `${target.url}${id}` }, missingOutcome)
    if (outcome.kind === 'refused' && outcome.name === 'not-found') lost('is gone')
    if (outcome.kind !== 'answered') return outcome.kind === 'refused' && outcome.name === 'not-found'
    const text = String(outcome.answer.json().result[target.field])
    if (!ledger.allows(Number(text.split(' ').at(-1)))) lost(`says "${text}"`)
    return true
  }
  return {
    async act() {
      if (id === undefined) await create()
      else if (random.below(3) === 0) await read()
      else await write()
    },
    verify: read,
  }
}

const missingOutcome = { allowed: ['not-found', 'dashboard-access'] } as const
