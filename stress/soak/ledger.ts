/** What was written into one place, by one writer at a time, and what may therefore stand there. */
export class Ledger {
  #acknowledged: number | undefined
  /** Written after what was acknowledged last; nobody knows whether they arrived. */
  #uncertain: number[] = []
  #next = 0

  /** The next value to write. */
  take(): number {
    return ++this.#next
  }

  /** The write was acknowledged: nothing older may stand there any more. */
  acknowledge(value: number): void {
    this.#acknowledged = value
    this.#uncertain = []
  }

  /** The write was refused or not answered. */
  doubt(value: number): void {
    this.#uncertain.push(value)
  }

  /** Whether a value that was read may stand there. */
  allows(value: number): boolean {
    return value === this.#acknowledged || this.#uncertain.includes(value)
  }

  /** In words. */
  told(): string {
    return `${this.#acknowledged ?? 'nothing'} acknowledged, ${this.#uncertain.join(' ') || 'nothing'} in doubt`
  }
}
