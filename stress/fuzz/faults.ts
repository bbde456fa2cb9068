import { ensureBuilt } from '#testing/built-product.ts'
import { type Patch, patchBuild } from '../patched-build.ts'
import { type FailingInput, printFailingInput, runFuzz } from './run.ts'
import { openFuzzFixture } from './fixture.ts'

/** A bug added to a copy of the build, which inputs must find. */
export interface Fault {
  readonly name: string
  /** The bug in plain words. */
  readonly what: string
  readonly patch: Patch
  /** The expected failure, and the expected URL. */
  readonly seen: RegExp
  readonly where: RegExp
}

export const faults: readonly Fault[] = [
  {
    name: 'body-unchecked',
    what: 'the body of a dashboard is not looked at, so that its parts are of any type',
    patch: { from: 'parseEntityBody(dashboardEntity,sentDashboard,row?"update":"create")', to: '({ok:sentDashboard})' },
    seen: /^500 internal/,
    where: /^(POST|PUT) \/api\/v1\/dashboard\//,
  },
  {
    name: 'rison-unguarded',
    what: 'the reader of rison throws errors of its own',
    patch: {
      from: String.raw`try{const value=RISON$1.parse(/\d{16}/.test(written)?withQuotedLong(written):written);return value===void 0?void 0:ownKeys(value)}catch{return void 0}`,
      to: String.raw`const value=RISON$1.parse(/\d{16}/.test(written)?withQuotedLong(written):written);return value===void 0?void 0:ownKeys(value)`,
    },
    seen: /^500 internal/,
    where: /\?/,
  },
  {
    name: 'upload-unanswered',
    what: 'an upload of a file without a letter is never answered',
    patch: {
      from: 'throw new ApiError("upload-unreadable",{args:["it is empty"]})',
      to: 'await new Promise(()=>{})',
    },
    seen: /^no answer/,
    where: /\/upload\//,
  },
  {
    name: 'depth-unheard',
    what: 'a parameter q that is nested too deep rejects where nobody waits',
    patch: {
      from: 'requireWithin("q-depth",depthOf(value))',
      to: 'if(depthOf(value)>20)void Promise.reject(new Error("too deep"))',
    },
    seen: /^unhandled/,
    where: /q=/,
  },
  {
    name: 'depth-deadly',
    what: 'a parameter q that is nested too deep throws where nobody catches',
    patch: {
      from: 'requireWithin("q-depth",depthOf(value))',
      to: 'if(depthOf(value)>20)setImmediate(()=>{throw new Error("too deep")})',
    },
    seen: /^(death|unhandled|hang-up)/,
    where: /q=/,
  },
]

/** More than the query timeout, so that a timed-out query does not count as unresponsive. */
const PATIENCE_MS = 15_000

/** Adds a bug and sends inputs until one finds it; returns undefined if none of `most` does. */
export async function findFault(
  { patch, seen, where }: Fault,
  seed: number,
  most: number,
): Promise<FailingInput | undefined> {
  await ensureBuilt()
  const copy = patchBuild([patch])
  try {
    const fixture = await openFuzzFixture({ server: copy.server })
    try {
      const until = ({ what, smallest }: FailingInput) => seen.test(what) && where.test(smallest)
      const report = await runFuzz(fixture, { seed, first: 0, count: most, until, patienceMs: PATIENCE_MS })
      return report.found.find(until)
    } finally {
      await fixture.product.stop()
    }
  } finally {
    copy.remove()
  }
}

/** Adds each bug and reports which input found it; returns false if one was not found. */
export async function findFaults(seed: number, most: number, say: (line: string) => void): Promise<boolean> {
  let all = true
  for (const fault of faults) {
    const found = await findFault(fault, seed, most)
    all &&= found !== undefined
    say(`${fault.name}: ${fault.what}`)
    say(found ? printFailingInput(seed, found) : `  not found by ${most} inputs of seed ${seed}`)
  }
  return all
}
