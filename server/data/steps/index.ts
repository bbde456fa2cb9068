import { conveyor, type Step } from '../conveyor.ts'
import type { Parcel } from '../plan/parcel.ts'
import type { Result } from '../result/present.ts'
import type { Works } from '../works.ts'
import { cached, type Come, type Keyed } from './cached.ts'
import { executed } from './executed.ts'
import { joined } from './joined.ts'
import { presented } from './presented.ts'
import { sampled } from './sampled.ts'
import { annotated, ruled, shared, shown, stated } from './questions.ts'

/** How an answer is come by, once all that decides it is known. */
const answerSteps: readonly ((works: Works) => Step<Keyed, Come>)[] = [sampled, cached, joined, executed]

/** What a question becomes on its way to an answer, and its answer on the way back; the last step puts it to the data. */
const questionSteps: readonly ((works: Works) => Step<Parcel, Result>)[] = [stated, ruled, shared, annotated, shown]

/** The two conveyors: of questions, and of answers to questions whose parcel is known. */
export function conveyors(works: Works) {
  const answer = conveyor(answerSteps.map((step) => step(works)))
  const ask = conveyor([...questionSteps.map((step) => step(works)), presented(works, answer)])
  return { ask, answer }
}
