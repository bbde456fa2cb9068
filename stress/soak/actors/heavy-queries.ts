import type { ErrorCode } from '#core/rest/errors.ts'
import type { Actor } from '../actor.ts'
import type { Random } from '../random.ts'
import { ENGINE_CRASH_ERRORS } from './rows-queries.ts'

/** Errors of queries that use too many resources. */
export const QUERIES_TOO_LARGE: readonly ErrorCode[] = [...ENGINE_CRASH_ERRORS, 'query-failed', 'result-too-large']

/** Statements that ignore interrupts, exhaust memory, take long, or return large results. */
const FORMS: readonly ((random: Random) => string)[] = [
  (random) => `SUM(levenshtein(repeat(a, ${2000 + random.below(1000)}), repeat(b, ${2000 + random.below(1000)})))`,
  (random) => `SUM(length(repeat(a, ${100_000_000 + random.below(1000)})))`,
  (random) => `COUNT(DISTINCT a || b || '${random.below(1000)}')`,
  (random) => `MEDIAN(length(a || b) + n % ${2 + random.below(1000)})`,
]

/** Runs queries that exhaust an engine; most in a separate database, some in a shared one. */
export const heavyQueries: Actor = {
  name: 'heavy',
  lanes: 2,
  pause: 1500,
  begin({ actor, fixture, random, person }) {
    return {
      async act() {
        const metric = { expressionType: 'SQL', sqlExpression: random.pick(FORMS)(random), label: 'x' }
        const [separation = 0, loaded = 0] = fixture.millions
        const isMuch = random.below(4) === 0
        const query = isMuch
          ? { columns: ['n', 'a', 'b'], row_limit: 50_000 + random.below(50_000) }
          : { metrics: [metric] }
        const payload = {
          datasource: { id: random.below(5) === 0 ? loaded : separation, type: 'table' },
          force: true,
          queries: [query],
        }
        const asker = person(random.pick(fixture.heavy))
        await asker.call(actor, { method: 'POST', url: '/api/v1/chart/data', payload }, { allowed: QUERIES_TOO_LARGE })
      },
    }
  },
}
