import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { npmEnvironment } from './start/install.mjs'
import { withLock } from './start/lock.mjs'
import { nodeProblem } from './start/node-version.mjs'
import { installPackages } from './test/apt.mjs'
import { findProgram } from './test/programs.mjs'

/** @type {string} */
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'facet scripts '))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * @param {string} name
 * @param {string} text
 */
function program(name, text) {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
  return file
}

describe('signals', () => {
  it('kills a child that does not end on SIGTERM', async () => {
    const processes = new URL('./start/processes.mjs', import.meta.url).href
    const script = `import { forwardSignals, runProgram } from ${JSON.stringify(processes)}
      forwardSignals(200)
      runProgram('sh', ['-c', 'trap "" TERM; echo $$; while :; do sleep 0.05; done'], { stdio: ['ignore', 'inherit', 'inherit'] })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const pid = await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(Number(chunk))))
    child.kill('SIGTERM')
    expect(await ended).toBe(128 + 9)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

describe('installed packages', () => {
  it('ignore settings of an outer npm and NODE_ENV that omit packages', () => {
    const env = { NODE_ENV: 'production', npm_config_omit: 'dev', npm_config_registry: 'r', PATH: 'p' }
    expect(npmEnvironment(env)).toEqual({ npm_config_registry: 'r', PATH: 'p' })
  })
})

describe('the lock', () => {
  it('allows one process at a time, and does not wait for one that has ended', async () => {
    const file = join(folder, 'lock')
    writeFileSync(file, '999999999')
    /** @type {string[]} */
    const events = []
    const work = (/** @type {string} */ name) => async () => {
      events.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      events.push(`${name} ends`)
    }
    await withLock(file, work('first'), () => events.push('waits'))
    const other = spawn('sleep', ['10'])
    writeFileSync(file, String(other.pid))
    const second = withLock(file, work('second'), (pid) => {
      events.push(`waits for ${pid === other.pid ? 'the other' : pid}`)
      other.kill('SIGKILL')
    })
    await second
    expect(events).toEqual(['first begins', 'first ends', 'waits for the other', 'second begins', 'second ends'])
    expect(existsSync(file)).toBe(false)
  })
})

describe('Node', () => {
  it('exits with a message when it is older than 20.19', () => {
    expect(nodeProblem('v20.19.0')).toBeUndefined()
    expect(nodeProblem('v22.0.0')).toBeUndefined()
    expect(nodeProblem('v20.18.3')).toContain('Facet needs Node 20.19 or newer. This is v20.18.3')
    expect(nodeProblem('v18.20.0')).toContain('This is v18.20.0')
  })
})

describe('programs for tests', () => {
  it('finds them on PATH by the first name that fits, then in other folders', () => {
    const chrome = program('google-chrome', 'true')
    expect(findProgram(['chromium', 'google-chrome'], [], `${join(folder, 'no')}${delimiter}${folder}`)).toBe(chrome)
    expect(findProgram(['google-chrome'], [folder], '')).toBe(chrome)
    expect(findProgram(['chromium'], [], folder)).toBeUndefined()
  })

  it('installs without starting services, and removes the guard afterwards', async () => {
    const guard = join(folder, 'policy-rc.d')
    const log = join(folder, 'log')
    program('apt-get', `{ echo "$*"; [ -x "${guard}" ] && "${guard}"; echo $?; } >>"${log}"`)
    program('sudo', 'shift; exec "$@"')
    const path = process.env['PATH']
    process.env['PATH'] = `${folder}${delimiter}${path}`
    try {
      expect(await installPackages(['chromium', 'postgresql'], guard)).toBeUndefined()
    } finally {
      process.env['PATH'] = path
    }
    expect(readFileSync(log, 'utf8').split('\n').slice(-5)).toEqual([
      '-o DPkg::Lock::Timeout=300 update',
      '101',
      '-o DPkg::Lock::Timeout=300 install -y --no-install-recommends chromium postgresql',
      '101',
      '',
    ])
    expect(existsSync(guard)).toBe(false)
  })
})
