import type { HttpResponse } from '#testing/http-client.ts'
import type { Actor, Lane, Stage } from '../actor.ts'
import { ENGINE_CRASH_ERRORS, failuresOf, findForeignRow, type RowsQuery, rowsQueries } from './rows-queries.ts'

const LANES = 8
/** One of this many actions requests the current user. */
const ASKS_WHO = 12

/** Users request their own rows by every route; a row of another user is a foreign response. */
export const readers: Actor = { name: 'readers', lanes: LANES, pause: 20, isServed: true, begin: beginReader }

function beginReader(stage: Stage): Lane {
  const { actor, lane, fixture, record, random } = stage
  const { owners } = fixture
  const owner = owners[lane % owners.length]
  if (!owner) throw new Error('There is nobody with rows')
  const reader = stage.person(owner.name)
  const foreign = (what: string, detail: string): void =>
    record.fault(actor, 'foreign answer', `${owner.name} asked for ${what}: ${detail}`)

  const check = ({ name, rowsOf }: RowsQuery, answer: HttpResponse): void => {
    const other = findForeignRow(answer.body, owner.name, owners)
    if (other) return foreign(name, `it holds rows of ${other}`)
    for (const verdict of failuresOf(answer)) {
      if (verdict.kind === 'refused') record.refused(`${actor}: in a batch`, verdict.name)
      if (verdict.kind === 'fault')
        record.fault(actor, verdict.fault, `${owner.name} asked for ${name}: ${verdict.detail}`)
    }
    const rows = rowsOf(answer)
    if (rows === undefined || rows === owner.rows) return
    const whose = owners.find((each) => each.rows === rows)
    if (whose || rows > owner.rows) return foreign(name, `${rows} rows, ${owner.rows} are theirs`)
    record.fault(actor, 'wrong count', `${owner.name} asked for ${name}: ${rows} rows, ${owner.rows} are theirs`)
  }
  return {
    async act() {
      if (random.below(ASKS_WHO) === 0) {
        const who = await reader.call(actor, { url: '/api/v1/me/' })
        const name = who.kind === 'answered' ? String(who.answer.json().result.username) : owner.name
        if (name !== owner.name) foreign('their name', name)
        return
      }
      const question = random.pick(rowsQueries)
      const outcome = await reader.call(actor, question.call(fixture, random), { allowed: ENGINE_CRASH_ERRORS })
      if (outcome.kind === 'answered') check(question, outcome.answer)
    },
  }
}
