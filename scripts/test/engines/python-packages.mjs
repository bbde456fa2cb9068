import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../programs.mjs'

const execFileAsync = promisify(execFile)

/**
 * Installs Python packages into an environment of their own, once. Returns the folder of its programs.
 * @param {string} environment
 * @param {readonly string[]} packages
 * @returns {Promise<string>}
 */
export async function installPythonPackages(environment, packages) {
  const programs = join(environment, 'bin')
  const installed = join(environment, 'installed')
  if (existsSync(installed)) return programs
  const python = findProgram(['python3'])
  if (!python) throw new Error('Python is not installed')
  await execFileAsync(python, ['-m', 'venv', environment])
  await execFileAsync(join(programs, 'pip'), ['install', '--quiet', '--only-binary=:all:', ...packages])
  writeFileSync(installed, packages.join('\n'))
  return programs
}
