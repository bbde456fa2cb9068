import { onTestFinished, vi } from 'vitest'

/** Makes observers report the first size of each element after the current task, as browsers do. */
export function reportFirstSizes(): void {
  class FirstSizes {
    readonly #report: () => void
    constructor(report: () => void) {
      this.#report = report
    }
    observe() {
      queueMicrotask(this.#report)
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', FirstSizes)
  onTestFinished(() => void vi.unstubAllGlobals())
}
