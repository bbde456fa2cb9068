import type { ErrorCode } from '#core/rest/errors.ts'
import type { FaultKind } from './judge-response.ts'

/** A failure, with the details to reproduce it. */
export interface SoakFault {
  readonly kind: FaultKind
  readonly actor: string
  /** Seconds after the start. */
  readonly at: number
  readonly detail: string
}

/** The outcomes of one actor's requests. */
export interface Count {
  calls: number
  answered: number
  /** Aborted by the caller. */
  left: number
  readonly refused: Map<ErrorCode, number>
  faults: number
  /** Longest wait for a response in milliseconds. */
  longest: number
}

/** Maximum failures stored with details. */
const MAX_RETAINED = 50

/** The findings of one run. */
export class Record {
  readonly counts = new Map<string, Count>()
  readonly faults: SoakFault[] = []
  /** Durations of the /health responses in milliseconds. */
  readonly health: number[] = []
  readonly #began = performance.now()
  readonly #onFault: (fault: SoakFault) => void

  /** `onFault` is called for each failure at once. */
  constructor(onFault: (fault: SoakFault) => void = () => {}) {
    this.#onFault = onFault
  }

  of(actor: string): Count {
    const known = this.counts.get(actor)
    if (known) return known
    const count: Count = { calls: 0, answered: 0, left: 0, refused: new Map(), faults: 0, longest: 0 }
    this.counts.set(actor, count)
    return count
  }

  refused(actor: string, name: ErrorCode): void {
    const { refused } = this.of(actor)
    refused.set(name, (refused.get(name) ?? 0) + 1)
  }

  fault(actor: string, kind: FaultKind, detail: string): void {
    this.of(actor).faults += 1
    const at = (performance.now() - this.#began) / 1000
    const fault = { kind, actor, at, detail }
    if (this.faults.length < MAX_RETAINED) this.faults.push(fault)
    this.#onFault(fault)
  }

  /** The number of all failures, including those without details. */
  get faultCount(): number {
    return [...this.counts.values()].reduce((sum, { faults }) => sum + faults, 0)
  }
}
