import type { Input } from './input.ts'
import { outcomeFault, faultInLog } from './find-faults.ts'
import { makeInput } from './make.ts'
import { type Outcome, senderTo } from './send.ts'
import { printInput, shrinkInput } from './shrink.ts'
import { restore, type FuzzFixture } from './fixture.ts'

/** An input that made the server fail. */
export interface FailingInput {
  readonly nth: number
  readonly kind: string
  readonly what: string
  /** How many inputs of the type failed like this at this URL. */
  times: number
  /** The server's log of it. */
  readonly logged: string
  /** The smallest input with the same failure. */
  readonly smallest: string
}

export interface Run {
  readonly seed: number
  readonly first: number
  readonly count: number
  /** No further inputs are sent after a failure for which this returns true. */
  readonly until?: (found: FailingInput) => boolean
  /** Maximum milliseconds to wait for a response. */
  readonly patienceMs?: number
  readonly tell?: (line: string) => void
}

export interface Report {
  readonly sent: number
  readonly seconds: number
  readonly found: readonly FailingInput[]
  /** Number of inputs by type, and by status and error code. */
  readonly byKind: ReadonlyMap<string, number>
  readonly byEnd: ReadonlyMap<string, number>
}

const AT_ONCE = 8
const PATIENCE_MS = 30_000
const RESTORE_EVERY = 300

const countName = (map: Map<string, number>, name: string) => map.set(name, (map.get(name) ?? 0) + 1)

function endOf(outcome: Outcome): string {
  return outcome.end === 'answer' ? `${outcome.status} ${outcome.code}`.trim() : outcome.end
}

/** Sends inputs to a server and returns those that made it fail. The run ends if the server dies. */
export async function runFuzz(fixture: FuzzFixture, plan: Run): Promise<Report> {
  const { seed, first, count, patienceMs = PATIENCE_MS, tell = () => {} } = plan
  const sender = senderTo(fixture.product.url, patienceMs)
  const begun = performance.now()
  const found: FailingInput[] = []
  const byKind = new Map<string, number>()
  const byEnd = new Map<string, number>()
  const flying = new Map<number, Input>()
  let next = first
  let sent = 0
  let death: string | undefined
  let read = fixture.product.printed().length
  void fixture.product.ended.then((how) => (death = `exit ${how}`))

  const send = async (input: Input) => sender.send(input, await fixture.headers(input.caller))
  const known = new Map<string, FailingInput>()
  const report = async (nth: number, input: Input, what: string, logged: string) => {
    const name = `${what} ${input.kind} ${input.method} ${input.path.replace(/\?.*/s, '').replaceAll(/\d+/g, 'N').slice(0, 60)}`
    const before = known.get(name)
    if (before) return void before.times++
    const one: FailingInput = { nth, kind: input.kind, what, times: 1, logged, smallest: '' }
    known.set(name, one)
    const same = async (candidate: Input) => outcomeFault(await send(candidate)) === what
    const short = death === undefined && !what.startsWith('unhandled') && what !== 'no answer'
    const smallest = printInput(short ? await shrinkInput(input, same) : input)
    found.push(Object.assign(one, { smallest }))
    tell(printFailingInput(seed, one))
  }
  const over = () => death !== undefined || (plan.until !== undefined && found.some(plan.until))
  const one = async (nth: number) => {
    const input = makeInput(seed, nth, fixture.names)
    flying.set(nth, input)
    const outcome = await send(input)
    sent++
    countName(byKind, input.kind)
    countName(byEnd, endOf(outcome))
    const printed = fixture.product.printed()
    const logged = printed.slice(read)
    read = printed.length
    const what = outcomeFault(outcome) ?? faultInLog(logged)
    if (what !== undefined && death === undefined) await report(nth, input, what, logged.trim())
    if (death === undefined) flying.delete(nth)
    if (sent % RESTORE_EVERY === 0 && death === undefined) await restore(fixture).catch(() => {})
    if (sent % 5000 === 0) tell(`${sent} of ${count}, ${Math.round((performance.now() - begun) / 1000)} s`)
  }
  const lane = async () => {
    while (next < first + count && !over()) await one(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  sender.close()
  if (death !== undefined) {
    for (const [nth, input] of flying) {
      const what = `death: ${death}, this was on its way`
      found.push({ nth, kind: input.kind, what, times: 1, logged: '', smallest: printInput(input) })
    }
  }
  return { sent, seconds: (performance.now() - begun) / 1000, found, byKind, byEnd }
}

export function printFailingInput(seed: number, { nth, kind, what, times, logged, smallest }: FailingInput): string {
  const detail = logged === '' ? '' : `\n  ${logged.split('\n').at(-1)?.slice(0, 700)}`
  return `input ${nth} of seed ${seed} (${kind}, ${times} times): ${what}\n  ${smallest}${detail}`
}

/** True if the server still responds after a run. */
export async function isAlive({ product }: FuzzFixture): Promise<boolean> {
  const answer = await product.nobody.get('/health').catch(() => undefined)
  return answer?.statusCode === 200
}
