import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { findFirefox } from '../scripts/test/programs.mjs'

/** Prevents Firefox's own background requests: it resolves no name, and loopback addresses need none. */
const PREFERENCES = {
  'network.dns.disabled': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'ui.prefersReducedMotion': 1,
}

/** Keys of the WebDriver standard, section "Keyboard actions". */
export const KEYS = { control: '\uE009', enter: '\uE007', tab: '\uE004', escape: '\uE00C' } as const

interface Reply {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly level?: string; readonly text?: string }
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}

/** A page of a running Firefox, driven by WebDriver BiDi (W3C). */
export interface FirefoxPage {
  /** Texts of console errors and uncaught exceptions. */
  readonly errors: readonly string[]
  /** Waits for the fonts of the current page, opens a URL and waits for its load event. */
  goto(url: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Evaluates an expression in the page and returns its value, which must be JSON. */
  evaluate<T>(expression: string): Promise<T>
  /** Types each character of a text into the focused element. */
  type(text: string): Promise<void>
  /** Presses a key while others are held. */
  press(key: string, ...held: readonly string[]): Promise<void>
}

/** The connection to the browser: one reply for each command, by its id. */
class Connection {
  readonly errors: string[] = []
  #id = 0
  readonly #socket: WebSocket
  readonly #pending = new Map<number, (reply: Reply) => void>()

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as Reply))
  }

  #receive(reply: Reply): void {
    if (reply.method === 'log.entryAdded' && reply.params?.level === 'error') this.errors.push(reply.params.text ?? '')
    if (reply.id === undefined) return
    this.#pending.get(reply.id)?.(reply)
    this.#pending.delete(reply.id)
  }

  async send<T>(method: string, params: object): Promise<T> {
    const id = ++this.#id
    const reply = await new Promise<Reply>((resolve) => {
      this.#pending.set(id, resolve)
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
    if (reply.error) throw new Error(`${method}: ${reply.error} ${reply.message ?? ''}`)
    return reply.result as T
  }
}

function pageOf(connection: Connection, context: string): FirefoxPage {
  const keys = (actions: readonly object[]) =>
    connection.send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
  const down = (value: string) => ({ type: 'keyDown', value })
  const up = (value: string) => ({ type: 'keyUp', value })
  const evaluate = async <T>(expression: string) => {
    const evaluated = await connection.send<{ type: string; result: { value: string } }>('script.evaluate', {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context },
      awaitPromise: true,
    })
    if (evaluated.type !== 'success') throw new Error(`${expression}: ${JSON.stringify(evaluated)}`)
    return JSON.parse(evaluated.result.value) as T
  }
  return {
    errors: connection.errors,
    async goto(url) {
      // A navigation aborts the download of a font, which Firefox logs as an error.
      await evaluate('document.fonts.ready.then(() => true)')
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    resize: async (width, height) =>
      void (await connection.send('browsingContext.setViewport', { context, viewport: { width, height } })),
    evaluate,
    type: async (text) => void (await keys(Array.from(text).flatMap((key) => [down(key), up(key)]))),
    press: async (key, ...held) =>
      void (await keys([...held.map(down), down(key), up(key), ...held.toReversed().map(up)])),
  }
}

/** Starts Firefox without a window, hands a page to the function, and ends the browser and its profile. */
export async function withFirefox(use: (page: FirefoxPage) => Promise<void>): Promise<void> {
  const program = findFirefox()
  if (!program) throw new Error('Firefox is not installed: apt-get install firefox-esr')
  const profile = await mkdtemp(join(tmpdir(), 'facet-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn(program, args, { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface(child.stderr).on('line', (line) => {
        const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)
        if (found?.[1]) resolve(`${found[1]}/session`)
      })
      child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}`)))
    })
    const socket = new WebSocket(url)
    await once(socket, 'open')
    const connection = new Connection(socket)
    await connection.send('session.new', { capabilities: {} })
    await connection.send('session.subscribe', { events: ['log.entryAdded'] })
    const { context } = await connection.send<{ context: string }>('browsingContext.create', { type: 'tab' })
    await use(pageOf(connection, context))
    socket.close()
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
