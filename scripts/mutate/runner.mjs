import { fork } from 'node:child_process'
import { join } from 'node:path'
import { offline } from '../test/network.mjs'

/**
 * @typedef {import('./host.mjs').Ran} Ran
 * @typedef {import('./switch.mjs').Order} Order
 */

/** Runs tests in a copy of the project, in a process that is killed with its children on timeout. */
export class Runner {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #host
  #copy

  /** @param {string} copy */
  constructor(copy) {
    this.#copy = copy
  }

  /**
   * @param {number} patienceMs
   * @returns {Promise<any>} the next message of the process, or undefined if it was killed
   */
  #answer(patienceMs) {
    const host = this.#host
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), patienceMs)
      const done = (/** @type {unknown} */ said) => {
        clearTimeout(timer)
        host?.removeAllListeners()
        resolve(said)
      }
      host?.once('message', done)
      host?.once('exit', () => {
        this.#host = undefined
        done(undefined)
      })
    })
  }

  async #start() {
    const refused = join(this.#copy, '.mutate-refused')
    this.#host = fork(join(this.#copy, 'scripts/mutate/host.mjs'), [], {
      cwd: this.#copy,
      // In a separate process group, so that its children end with it.
      detached: true,
      env: { ...process.env, ...offline(this.#copy, refused), NODE_ENV: 'test' },
      execArgv: [],
      stdio: ['ignore', 'ignore', process.env['MUTATE_DEBUG'] ? 'inherit' : 'ignore', 'ipc'],
    })
    if (!(await this.#answer(120_000))) throw new Error('The tests do not start in a copy of the project')
  }

  /**
   * @param {Order} order
   * @param {readonly string[]} files of tests
   * @param {number} patienceMs
   * @returns {Promise<Ran[] | undefined>} undefined on timeout
   */
  async run(order, files, patienceMs) {
    if (!this.#host) await this.#start()
    this.#host?.send({ order, files })
    const said = await this.#answer(patienceMs)
    if (said?.error) throw new Error(said.error)
    return said?.ran
  }

  end() {
    const { pid } = this.#host ?? {}
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The process has ended by itself.
    }
  }
}
