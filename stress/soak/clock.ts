import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '#testing/tree.ts'

/** The clock of a server, which can be set forward and back. */
export interface Clock {
  /** Its shift in milliseconds. */
  readonly offset: number
  /** Node arguments and environment that make a server use it. */
  readonly node: readonly string[]
  readonly environment: Readonly<{ [name: string]: string }>
  /** Shifts it by this many milliseconds, forward or back. */
  jump(milliseconds: number): void
  readonly close: () => void
}

export function makeClock(): Clock {
  const folder = mkdtempSync(join(tmpdir(), 'facet-soak-clock-'))
  const file = join(folder, 'offset')
  let offset = 0
  const write = (): void => {
    // Written atomically: the server may read it at any time.
    writeFileSync(`${file}.new`, String(offset))
    renameSync(`${file}.new`, file)
  }
  write()
  return {
    get offset() {
      return offset
    },
    node: ['--import', pathToFileURL(join(root, 'stress/soak/clock-preload.mjs')).href],
    environment: { SOAK_CLOCK: file },
    jump(milliseconds) {
      offset += milliseconds
      write()
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
