import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const project = join(dirname(fileURLToPath(import.meta.url)), '..')

/** A minimal product: the real scripts and a server of a few lines. */
const SERVER = `
import { readdirSync } from 'node:fs'
import { pbkdf2 } from 'node:crypto'
const threads = () => readdirSync('/proc/self/task').length
const tell = (what: object) => console.log(JSON.stringify(what))
if (process.argv.includes('--link')) {
  tell({ link: true })
} else if (process.env['FAKE_EXIT']) {
  process.exitCode = Number(process.env['FAKE_EXIT'])
} else {
  for (let i = 0; i < 64; i++) pbkdf2('x', 'y', 1000, 64, 'sha512', () => {})
  const alive = setInterval(() => {}, 1000)
  process.on('SIGUSR2', () => void import('./late.ts').then(({ late }) => tell({ late })))
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => { clearInterval(alive); tell({ ended: signal }) })
  tell({ pid: process.pid, cwd: process.cwd(), pool: process.env['UV_THREADPOOL_SIZE'], heaps: process.env['MALLOC_ARENA_MAX'], mapped: process.env['MALLOC_MMAP_THRESHOLD_'], threads: threads() })
}
`

/** @type {string} */
let root

beforeAll(() => {
  root = join(mkdtempSync(join(realpathSync(tmpdir()), 'facet start ')), 'ein Ordner')
  mkdirSync(join(root, 'server'), { recursive: true })
  mkdirSync(join(root, 'client'))
  cpSync(join(project, 'scripts'), join(root, 'scripts'), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'server/base/settings.json']) {
    cpSync(join(project, file), join(root, file))
  }
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'server/main.ts'), SERVER)
  writeFileSync(join(root, 'server/late.ts'), "export const late = 'as it was'\n")
  writeFileSync(join(root, 'client/index.html'), '<!doctype html><title>x</title>')
  writeFileSync(join(root, 'client/vite.config.ts'), 'export default { root: import.meta.dirname }')
}, 30_000)

/** @type {Set<import('node:child_process').ChildProcess>} */
const started = new Set()

afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
})
afterAll(() => rmSync(dirname(root), { recursive: true, force: true }))

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
const start = (args, env) => launch([process.execPath, join(root, 'scripts/start.mjs'), ...args], env)

/**
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 */
function launch([program = '', ...args], env = {}) {
  const child = spawn(program, args, {
    cwd: '/',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      UV_THREADPOOL_SIZE: undefined,
      MALLOC_ARENA_MAX: undefined,
      MALLOC_MMAP_THRESHOLD_: undefined,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  let output = ''
  /** @type {(() => void)[]} */
  const waiting = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
      for (const look of waiting) look()
    })
  }
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)))
  /** @param {string} key */
  const said = (key) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const line = output
          .split('\n')
          .find((text) => text.startsWith('{') && text.endsWith('}') && text.includes(`"${key}"`))
        if (line) resolve(JSON.parse(line))
      }
      waiting.push(look)
      look()
      void ended.then(() => reject(new Error(`Ended without ${key}: ${output}`)))
    })
  return { child, ended, said, output: () => output }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]
    return !state?.startsWith('Z')
  } catch {
    return false
  }
}

/** @param {number} pid */
async function processEnded(pid) {
  for (let i = 0; i < 100 && isAlive(pid); i++) await new Promise((resolve) => setTimeout(resolve, 50))
  return !isAlive(pid)
}

describe('npm start', () => {
  it('builds once, in a folder with spaces, from any directory, with NODE_ENV=production', async () => {
    const first = start(['--link'])
    expect(await first.ended, first.output()).toBe(0)
    expect(first.output()).toMatch(
      /Building, because nothing is built yet \.\.\.[\s\S]*Built the server[\s\S]*"link":true/,
    )
    const second = start(['--link'])
    expect(await second.ended).toBe(0)
    expect(second.output()).toBe('{"link":true}\n')
  })

  it('gives the server four threads per core, sixteen at least, and two heaps that release large blocks', async () => {
    const [wide, narrow] = [start([]), start([], { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '8' })]
    const [server, other] = await Promise.all([wide.said('pid'), narrow.said('pid')])
    expect(server.pool).toBe(String(Math.max(16, 4 * cpus().length)))
    expect(other.pool).toBe('1')
    expect([server.heaps, other.heaps, server.mapped]).toEqual(['2', '8', '131072'])
    expect(server.threads - other.threads).toBe(Number(server.pool) - 1)
    expect(server.cwd).toBe(root)
    for (const { child } of [wide, narrow]) child.kill('SIGTERM')
    expect(await Promise.all([wide.ended, narrow.ended])).toEqual([0, 0])
  })

  it('passes SIGTERM to the server and ends with its exit code', async () => {
    const { child, said, ended, output } = start([])
    const { pid } = await said('pid')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output()).toContain('{"ended":"SIGTERM"}')
    expect(isAlive(pid)).toBe(false)
    expect(await start([], { FAKE_EXIT: '7' }).ended).toBe(7)
  })

  it.each(/** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGKILL']))(
    'ends the server when npm gets %s',
    async (signal) => {
      const { child, said, ended } = launch(['npm', '--prefix', root, 'start'])
      const { pid } = await said('pid')
      child.kill(signal)
      await ended
      expect(await processEnded(pid)).toBe(true)
    },
  )

  it('ends the server when it is itself killed', async () => {
    const { child, said } = start([])
    const { pid } = await said('pid')
    child.kill('SIGKILL')
    expect(await processEnded(pid)).toBe(true)
  })

  it('starts with the previous build when a build was killed, and removes the files of the killed one', async () => {
    mkdirSync(join(root, 'dist/builds/cut-short/server'), { recursive: true })
    writeFileSync(join(root, 'dist/builds/cut-short/server/main.js'), 'half a fi')
    writeFileSync(join(root, 'dist/.lock'), '999999999')
    const same = start(['--link'])
    expect(await same.ended, same.output()).toBe(0)
    expect(same.output()).toBe('{"link":true}\n')
    rmSync(join(root, 'dist/current/.stamp'))
    const again = start(['--link'])
    expect(await again.ended, again.output()).toBe(0)
    expect(again.output()).toMatch(/because nothing is built yet[\s\S]*"link":true/)
    expect(existsSync(join(root, 'dist/builds/cut-short'))).toBe(false)
  })

  it('builds again when a source changes, and not when only its time does', async () => {
    const file = join(root, 'server/main.ts')
    writeFileSync(file, SERVER)
    const same = start(['--link'])
    expect(await same.ended).toBe(0)
    expect(same.output()).not.toContain('Building')
    writeFileSync(file, `${SERVER}\n`)
    const changed = start(['--link'])
    expect(await changed.ended).toBe(0)
    expect(changed.output()).toContain('Building, because server/main.ts has changed ...')
    writeFileSync(file, SERVER)
    writeFileSync(join(root, 'server/more.ts'), '')
    const more = start(['--link'])
    expect(await more.ended).toBe(0)
    expect(more.output()).toContain('Building, because server/main.ts and 1 other source have changed ...')
  })

  it('reports that the existing build is of another version of Node', async () => {
    const file = join(root, 'dist/current/.stamp')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), node: 'v22.1.0' }))
    const other = start(['--link'])
    expect(await other.ended).toBe(0)
    expect(other.output()).toContain(`because it was built with Node v22.1.0, this is ${process.version} ...`)
  })

  it('keeps the files of a running server when another build starts', async () => {
    const running = start([])
    const { pid } = await running.said('pid')
    const builds = new Set(readdirSync(join(root, 'dist/builds')))
    for (const word of ['once', 'twice', 'thrice', 'and again']) {
      writeFileSync(join(root, 'server/late.ts'), `export const late = '${word}'\n`)
      const other = start(['--link'])
      expect(await other.ended, other.output()).toBe(0)
    }
    process.kill(pid, 'SIGUSR2')
    expect(await running.said('late')).toEqual({ late: 'as it was' })
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    writeFileSync(join(root, 'server/late.ts'), "export const late = 'at last'\n")
    const last = start(['--link'])
    expect(await last.ended).toBe(0)
    const left = readdirSync(join(root, 'dist/builds'))
    expect([left.length, left.filter((id) => builds.has(id))]).toEqual([3, []])
  })

  it('prints its version', async () => {
    const { ended, output } = start(['--version'])
    expect(await ended).toBe(0)
    const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    expect(output()).toBe(`Facet ${version}, Node ${process.version}\n`)
  })

  it('lists every setting of the table', async () => {
    const { ended, output } = start(['--help'])
    expect(await ended).toBe(0)
    for (const { name } of JSON.parse(readFileSync(join(project, 'server/base/settings.json'), 'utf8'))) {
      expect(output()).toContain(`\n  ${name}`)
    }
  })

  it('rejects an unknown option', async () => {
    const { ended, output } = start(['--nonsense'])
    expect(await ended).toBe(1)
    expect(output()).toBe('Unknown option --nonsense. npm start -- --help lists the options.\n')
  })
})
