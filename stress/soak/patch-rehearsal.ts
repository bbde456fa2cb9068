import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../../scripts/start/processes.mjs'
import { ensureBuilt } from '#testing/built-product.ts'
import { root } from '#testing/tree.ts'
import { actors } from './actors/index.ts'
import type { ExpectedFault, SourcePatch } from './faults.ts'
import { Record, type SoakFault } from './record.ts'
import { Soak } from './soak.ts'
import { openSoakFixture } from './fixture.ts'

/** Seconds within which a known bug must be found. */
const TIMEOUT_S = 120
const LEFT_OUT = /^(\.|node_modules$|dist$|docs$|e2e$|test-results$)/

/** Returns the sources with a patch applied. Throws unless its text occurs exactly once. */
export function patchSource(text: string, { file, from, to }: SourcePatch): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`The place of the fault stands ${parts.length - 1} times in ${file}`)
  return parts.join(to)
}

/** Builds the server of a patched copy of the sources; returns the folder of the copy. */
async function buildWith(patches: readonly SourcePatch[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'facet-fault-'))
  for (const name of readdirSync(root).filter((each) => !LEFT_OUT.test(each)))
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const patch of patches) {
    const file = join(folder, patch.file)
    writeFileSync(file, patchSource(readFileSync(file, 'utf8'), patch))
  }
  const out = join(folder, 'dist/server')
  const bundle = [join(folder, 'scripts/start/bundle-server.mjs'), out]
  const { code, output } = await runProgram(process.execPath, bundle, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (code !== 0) throw new Error(`The server with the fault could not be built.\n${output}`)
  symlinkSync(realpathSync(join(root, 'dist/client')), join(folder, 'dist/client'))
  return folder
}

/** Adds a bug and runs the soak test until it is found; returns the finding, or undefined. */
export async function rehearsePatch(fault: ExpectedFault, seed: number): Promise<SoakFault | undefined> {
  await ensureBuilt()
  const project = await buildWith(fault.patches)
  try {
    const fixture = await openSoakFixture(fault.store, project)
    const found = new AbortController()
    const isMeant = ({ kind }: SoakFault): boolean => fault.kinds.includes(kind)
    const record = new Record((each) => {
      if (isMeant(each)) found.abort()
    })
    const soak = new Soak(fixture, actors, record)
    await soak.run({ seconds: TIMEOUT_S, seed, signal: found.signal })
    soak.end()
    await fixture.close()
    return record.faults.find(isMeant)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}
