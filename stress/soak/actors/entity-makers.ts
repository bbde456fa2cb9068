import type { Actor, Lane, Stage } from '../actor.ts'

const LIVING = 15
const REMEMBERED = 30

/**
 * Creates and deletes charts. Charts acknowledged as created must be in the list; those acknowledged as deleted must
 * never reappear.
 */
export const makers: Actor = { name: 'makers', lanes: 2, pause: 40, isServed: true, begin: beginMaker }

function beginMaker({ actor, lane, fixture, record, ...stage }: Stage): Lane {
  const name = fixture.writers[lane % fixture.writers.length] ?? ''
  const maker = stage.person(name)
  const url = '/api/v1/chart/'
  const title = `made by ${name} in lane ${lane}`
  let living: number[] = []
  let deleted: number[] = []
  /** Charts whose deletion got no response. */
  let doubtful: number[] = []

  const make = async (): Promise<void> => {
    const payload = { slice_name: title, viz_type: 'table', datasource_id: fixture.rows, datasource_type: 'table' }
    const outcome = await maker.call(actor, { method: 'POST', url, payload })
    if (outcome.kind === 'answered') living.push(outcome.answer.json().id as number)
  }
  const remove = async (): Promise<void> => {
    const id = living[0]
    if (id === undefined) return
    const outcome = await maker.call(actor, { method: 'DELETE', url: `${url}${id}` }, { allowed: ['not-found'] })
    const isMissing = outcome.kind === 'refused' && outcome.name === 'not-found'
    if (isMissing && !doubtful.includes(id)) record.fault(actor, 'lost write', `chart ${id} was made and is not found`)
    if (outcome.kind === 'answered' || isMissing) {
      living = living.slice(1)
      deleted = [...deleted, id].slice(-REMEMBERED)
    } else doubtful = [...doubtful, id].slice(-REMEMBERED)
  }
  const list = async (): Promise<boolean> => {
    const filters = [{ col: 'slice_name', opr: 'ct', value: title }]
    const q = encodeURIComponent(
      JSON.stringify({ columns: ['id'], filters, page_size: 100, order_column: 'changed_on', order_direction: 'desc' }),
    )
    const outcome = await maker.call(actor, { url: `${url}?q=${q}` })
    if (outcome.kind !== 'answered') return false
    const found = outcome.answer.json().ids as number[]
    const lost = living.filter((id) => !found.includes(id) && !doubtful.includes(id))
    if (lost.length > 0) record.fault(actor, 'lost write', `charts ${lost.join(' ')} were made and are not listed`)
    const back = deleted.filter((id) => found.includes(id))
    if (back.length > 0) record.fault(actor, 'lost write', `charts ${back.join(' ')} were deleted and are listed`)
    return true
  }
  return {
    async act() {
      const dice = stage.random.below(5)
      if (dice === 0) await list()
      else if (living.length > LIVING || (dice === 1 && living.length > 5)) await remove()
      else await make()
    },
    verify: list,
  }
}
