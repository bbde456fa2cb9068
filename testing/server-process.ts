import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../dist/server/main.js')

/** The built server in a separate process. */
export interface ServerProcess {
  readonly child: ChildProcess
  /** Returns its output so far. */
  printed(): string
  /** Resolves when this text was printed; rejects if the server ended before. */
  until(text: string): Promise<void>
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

export interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Source of a module that is loaded before the server. */
  readonly before?: string
  readonly stdio?: StdioOptions
}

/** Processes and folders of a test file; `end` kills and deletes them. */
export class ServerProcesses {
  readonly #running: ChildProcess[] = []
  readonly #folders: string[] = []

  newHome(): string {
    const folder = mkdtempSync(join(tmpdir(), 'facet-home-'))
    this.#folders.push(folder)
    return folder
  }

  /** Starts the build on a free port; call `ensureBuilt` first. */
  start(home: string, { environment, args = [], before, stdio = 'pipe' }: StartOptions = {}): ServerProcess {
    const loaded = before === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(before)}`]
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      PORT: '0',
      FACET_HOME: home,
      FACET_EXAMPLES: '0',
      ...environment,
    }
    const command = [...loaded, MAIN, ...args]
    return this.watch(spawn(process.execPath, command, { env, stdio }))
  }

  /** Watches a process that a test has started itself. */
  watch(child: ChildProcess): ServerProcess {
    this.#running.push(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => void (text += String(bytes)))
    const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
      child.once('close', (code, signal) => resolve(code ?? signal)),
    )
    const until = async (wanted: string) => {
      while (!text.includes(wanted)) {
        const over = await Promise.race([ended.then(() => true), new Promise((resolve) => setTimeout(resolve, 20))])
        if (over === true && !text.includes(wanted)) throw new Error(`It ended without "${wanted}": ${text}`)
      }
    }
    return { child, printed: () => text, until, ended }
  }

  /** Kills running processes. */
  kill(): void {
    for (const child of this.#running.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    }
  }

  /** Kills running processes and deletes the homes. */
  end(): void {
    this.kill()
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the sign-in link in the output of a server. */
export const signInLinkIn = (text: string) => /http:\/\/\S+\/login\/link\/\S+/.exec(text)?.[0] as string
