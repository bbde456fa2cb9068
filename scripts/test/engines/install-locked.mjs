import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from '../../start/install.mjs'

/**
 * Installs the packages of a lockfile, whose hashes npm compares. Throws if npm fails.
 * @param {string} folder
 * @param {{ name: string, packages: Record<string, object> }} lock
 */
export async function installLocked(folder, lock) {
  const text = JSON.stringify(lock)
  const mark = join(folder, 'installed.json')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === text) return
  console.log(`Installing ${lock.name} in ${folder} ...`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...lock.packages[''], name: lock.name, private: true }))
  writeFileSync(join(folder, 'package-lock.json'), text)
  const { code, output } = await runNpm(folder, ['ci', '--ignore-scripts'])
  if (code !== 0) throw new Error(output.trim().split('\n', 1)[0])
  writeFileSync(mark, text)
}
