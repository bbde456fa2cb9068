import { ApiError } from '#core/rest/api-error.ts'
import type { Sealed } from '#server/shared/sealed.ts'
import type { Step } from '../conveyor.ts'
import type { Found } from '../cache/kept-answers.ts'
import type { Parcel } from '../plan/parcel.ts'
import type { SampledBy } from '#core/query/sampled-rows.ts'
import type { Works } from '../works.ts'

/** A parcel with what its answer is kept by. `timeout` in seconds: null is for ever, -1 not at all. */
export interface Keyed extends Parcel {
  readonly key: string
  readonly timeout: number | null
  /** It is asked for its sample. */
  readonly sampledBy?: SampledBy
  /** The answer its sample is made of, where that needs no statement. */
  readonly whole?: Sealed
}

/** An answer, and how it was come by. */
export interface Come {
  readonly sealed: Sealed
  readonly cached: 'hit' | 'miss' | 'stale'
  /** What it is kept by, where that is not the key it was asked by. */
  readonly key?: string
}

/** What is kept and holds is the answer. What holds no longer is given once more, and made anew meanwhile. */
export const cached =
  (works: Works): Step<Keyed, Come> =>
  async (parcel, next) => {
    const kept = await find(works, parcel)
    if (!kept) {
      if (parcel.asking.from) throw new ApiError('cache-lost')
      return next(parcel)
    }
    if (!kept.stale) return { sealed: kept.sealed, cached: 'hit' }
    const { signal } = new AbortController()
    // Whoever asks when it no longer holds is told what is wrong.
    next({ ...parcel, asking: { ...parcel.asking, signal, priority: 'background' } }).catch(() => {})
    return { sealed: kept.sealed, cached: 'stale' }
  }

async function find({ answers }: Works, { asking, key, timeout }: Keyed): Promise<Found | undefined> {
  if (asking.from !== 'job') return asking.context.force ? undefined : answers.find(key, timeout)
  const sealed = await answers.findAny(key)
  return sealed && { sealed, stale: false }
}
