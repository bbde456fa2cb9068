/** The values written to one field, by one writer at a time, and those it may therefore hold. */
export class Ledger {
  #acknowledged: number | undefined
  /** Values written after the last acknowledged one, with unknown outcome. */
  #uncertain: number[] = []
  #next = 0

  /** Returns the next value to write. */
  take(): number {
    return ++this.#next
  }

  /** The write was acknowledged: the field must not hold an older value any more. */
  acknowledge(value: number): void {
    this.#acknowledged = value
    this.#uncertain = []
  }

  /** The write was rejected or got no response. */
  doubt(value: number): void {
    this.#uncertain.push(value)
  }

  /** True if the field may hold a value that was read. */
  allows(value: number): boolean {
    return value === this.#acknowledged || this.#uncertain.includes(value)
  }

  /** Returns a description. */
  report(): string {
    return `${this.#acknowledged ?? 'nothing'} acknowledged, ${this.#uncertain.join(' ') || 'nothing'} in doubt`
  }
}
