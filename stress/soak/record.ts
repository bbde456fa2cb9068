import type { ErrorCode } from '#core/rest/errors.ts'
import type { FaultKind } from './judge.ts'

/** Something that must not be, with enough to do it again. */
export interface SoakFault {
  readonly kind: FaultKind
  readonly actor: string
  /** Seconds after the start. */
  readonly at: number
  readonly detail: string
}

/** What became of the calls of one actor. */
export interface Count {
  calls: number
  answered: number
  /** Ended by the caller. */
  left: number
  readonly refused: Map<ErrorCode, number>
  faults: number
  /** Longest wait for an answer, milliseconds. */
  longest: number
}

/** Faults whose details are kept. */
const MAX_RETAINED = 50

/** Everything that was seen of one run. */
export class Record {
  readonly counts = new Map<string, Count>()
  readonly faults: SoakFault[] = []
  /** How long each answer of /health took, milliseconds. */
  readonly health: number[] = []
  readonly #began = performance.now()
  readonly #onFault: (fault: SoakFault) => void

  /** `onFault` is told of each fault at once. */
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

  /** All faults, those not kept too. */
  get faultCount(): number {
    return [...this.counts.values()].reduce((sum, { faults }) => sum + faults, 0)
  }
}
