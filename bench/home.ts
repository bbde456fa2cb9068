import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const PASSWORD = 'a password of the measures'

/** Returns the home of all measures; the example data is loaded into it once. */
export const benchHome = (root: string): string => join(root, 'dist/bench/home')

/** The built server in a separate process. */
export interface Server {
  readonly process: ChildProcess
  readonly url: string
  readonly link: string
  /** Milliseconds from the spawn to the line with the sign-in link. */
  readonly ready: number
  stop(): Promise<void>
}

/** Starts the built server; resolves when it is ready. */
export async function startServer(root: string, env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: { ...process.env, FACET_HOME: benchHome(root), FACET_ADMIN_PASSWORD: PASSWORD, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Also ends the server if a measure fails.
  process.once('exit', () => child.kill())
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const link = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /(http:\/\/\S+\/login\/link\/\S+)/.exec(line)
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said.join('')}`)))
  })
  return {
    process: child,
    url: new URL(link).origin,
    link,
    ready: performance.now() - started,
    stop: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Loads the example data unless it is loaded. */
export async function prepareHome(root: string): Promise<void> {
  const mark = join(benchHome(root), 'loaded')
  if (existsSync(mark)) return
  const server = await startServer(root)
  await server.stop()
  writeFileSync(mark, 'yes')
}
