import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const PATIENCE_MS = 8000
const REOPEN_DELAY_MS = 250
/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** @type {Set<import('node:child_process').ChildProcess>} */
const runningChildren = new Set()
let isEnding = false

/**
 * Forwards every terminating signal to the child processes and waits for them; those that do not end in time are
 * killed.
 * @param {number} [patienceMs]
 */
export function forwardSignals(patienceMs = PATIENCE_MS) {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      for (const child of runningChildren) child.kill(signal)
      if (isEnding) return
      isEnding = true
      if (runningChildren.size === 0) process.exit(exitCode(null, signal))
      setTimeout(() => {
        for (const child of runningChildren) child.kill('SIGKILL')
      }, patienceMs).unref()
    })
  }
}

/**
 * Ends this process like SIGTERM if the npm that runs it dies without forwarding a signal.
 * Without npm the parent may end normally, so it is not watched.
 */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, REOPEN_DELAY_MS).unref()
}

/**
 * Returns the exit code that a shell would report.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @returns {number}
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0)
}

/**
 * Runs a program to its end. A signal meanwhile ends this process too.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, output: string }>} the piped output
 */
export function runProgram(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { windowsHide: true, ...options })
    runningChildren.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('error', (error) => {
      runningChildren.delete(child)
      reject(error)
    })
    child.once('close', (code, signal) => {
      runningChildren.delete(child)
      const result = exitCode(code, signal)
      if (isEnding && runningChildren.size === 0) process.exit(result)
      resolve({ code: result, output })
    })
  })
}
