import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BenchOrder, readOrder, sendFigure } from './bench-order.ts'

const MEGABYTE = 2 ** 20
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.facet', '.results', '.types'])

/** Returns the bytes on disk of everything below a folder. */
function bytesOf(folder: string): number {
  let sum = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) sum += lstatSync(join(entry.parentPath, entry.name)).blocks * 512
  }
  return sum
}

/** Returns the bytes of the packages the built server loads from node_modules, including their dependencies. */
function imageBytes(root: string): number {
  const modules = join(root, 'node_modules')
  const folders = new Set<string>()
  const take = (name: string): void => {
    const folder = join(modules, name)
    const file = join(folder, 'package.json')
    if (folders.has(folder) || !existsSync(file)) return
    folders.add(folder)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) take(each)
  }
  const built = join(root, 'dist/server')
  for (const name of readdirSync(built).filter((each) => each.endsWith('.js'))) {
    const text = readFileSync(join(built, name), 'utf8')
    for (const [, from] of text.matchAll(/(?:from|import|require)\s*\(?"((?:@[\w.-]+\/)?[\w.-]+)["/]/g))
      take(from ?? '')
  }
  return [...folders].reduce((sum, folder) => sum + bytesOf(folder), 0)
}

/** B2: a first start in a copy of the sources with a warm package cache, and the disk usage afterwards. */
async function firstStart({ root }: BenchOrder): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'facet-first-'))
  for (const name of readdirSync(root))
    if (!LEFT_OUT.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: copy,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const steps: string[] = []
  const lines = createInterface(child.stdout)
  for await (const line of lines) {
    const at = (performance.now() - started) / 1000
    if (/^(Installed|Built|Loading|Imported|Facet runs)/.test(line)) steps.push(`${line.slice(0, 24)} ${at.toFixed(1)}`)
    if (line.includes('/login/link/')) break
  }
  const seconds = (performance.now() - started) / 1000
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  sendFigure({
    measure: 'B2',
    name: 'first start to the link',
    value: seconds,
    unit: 's',
    most: 90,
    note: steps.join(', '),
  })
  const tree = bytesOf(join(copy, 'node_modules')) / MEGABYTE
  const packages = execFileSync('npm', ['ls', '--all', '--parseable', '--omit=dev'], { cwd: copy, encoding: 'utf8' })
  const note = `${packages.trim().split('\n').length - 1} packages`
  sendFigure({ measure: 'B2', name: 'packages for running and building', value: tree, unit: 'MB', most: 650, note })
  const image = imageBytes(copy) / MEGABYTE
  sendFigure({ measure: 'B2', name: 'packages the built server loads', value: image, unit: 'MB', most: 350 })
  rmSync(copy, { recursive: true, force: true })
}

await firstStart(readOrder())
process.exit(0)
