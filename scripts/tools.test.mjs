import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { root as project } from '#testing/tree.ts'

/** @type {string[]} */
const folders = []
/**
 * @typedef {{ child: import('node:child_process').ChildProcess, ended: Promise<number | null>, output: () => string }} Run
 * @type {Run[]}
 */
const running = []

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'facet tools '))
  folders.push(folder)
  return folder
}

/**
 * Runs a package script like npm.
 * @param {string} root
 * @param {string} name
 * @param {string[]} [args]
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Run}
 */
function run(root, name, args = [], env = {}) {
  const child = spawn(process.execPath, [join(root, `scripts/${name}.mjs`), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (output += chunk))
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.once('close', resolve))
  const started = { child, ended, output: () => output }
  running.push(started)
  return started
}

/** A simulated npm: links the packages installed here, and writes its list last. */
const NPM = `
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
const project = process.env['PROJECT']
mkdirSync('node_modules/.bin', { recursive: true })
mkdirSync('node_modules/@biomejs', { recursive: true })
for (const name of ['@biomejs/biome', 'semver', '.bin/biome']) symlinkSync(project + '/node_modules/' + name, 'node_modules/' + name)
writeFileSync('asked.txt', process.argv.join(' '))
`

it('a check after a start installs the packages that a start leaves out, and works', async () => {
  const root = newFolder()
  cpSync(join(project, 'scripts'), join(root, 'scripts'), { recursive: true })
  cpSync(join(project, 'biome.json'), join(root, 'biome.json'))
  const held = { 'node_modules/semver': { version: '7.0.0', dev: true } }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', devDependencies: { semver: '7.0.0' } }))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...held } }))
  writeFileSync(join(root, 'npm-cli.js'), NPM)
  rmSync(join(root, 'scripts/bench'), { recursive: true })
  mkdirSync(join(root, 'node_modules'))
  const env = { npm_execpath: join(root, 'npm-cli.js'), PROJECT: project }
  const first = run(root, 'check', ['engines'], env)
  expect(await first.ended, first.output()).toBe(0)
  expect(first.output()).toMatch(/^Installing 1 packages[\s\S]*ok +engines[\s\S]*1 passed, 0 failed, 0 skipped/)
  expect(readFileSync(join(root, 'asked.txt'), 'utf8')).toContain('--include=dev')
  const again = run(root, 'check', ['engines'], env)
  expect(await again.ended, again.output()).toBe(0)
  expect(again.output()).not.toContain('Installing')
})

it('a check runs the named steps, and rejects unknown ones', async () => {
  const known = run(project, 'check', ['versions'])
  const unknown = run(project, 'check', ['colours'])
  expect([await known.ended, await unknown.ended]).toEqual([0, 1])
  expect(known.output()).toMatch(/ok +versions/)
  expect(unknown.output()).toContain('There is no step colours. Steps: tests, format, ')
})

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** @param {string} url */
const textAt = async (url) => {
  try {
    const answer = await fetch(url)
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}

it('npm run dev serves the client sources and proxies other requests to the server', async () => {
  const home = newFolder()
  const port = await freePort()
  const dev = run(project, 'dev', [], {
    FACET_HOME: home,
    FACET_EXAMPLES: '0',
    PORT: String(port),
    FACET_DEV_SERVER: `http://127.0.0.1:${port}`,
  })
  const address = () => /Local:\s+(http:\/\/localhost:\d+)/.exec(dev.output())?.[1]
  const until = async (/** @type {() => Promise<boolean>} */ holds) => {
    while (!(await holds())) {
      const over = await Promise.race([dev.ended.then(() => true), new Promise((resolve) => setTimeout(resolve, 100))])
      if (over === true) throw new Error(dev.output())
    }
  }
  await until(async () => (await textAt(`${address()}/health`)) !== '')
  expect(await textAt(`${address()}/main.tsx`)).toContain('import')
  expect(existsSync(join(home, 'facet.db'))).toBe(true)
})
