import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#testing/tree.ts'

/** A text in the built server and its replacement. */
export interface Patch {
  readonly from: string
  readonly to: string
}

/** A modified copy of the build. */
export interface PatchedBuild {
  /** The folder of the server, for `startProduct`. */
  readonly server: string
  remove(): void
}

/**
 * Copies the built server and applies the patches. Each text must occur exactly once; an outdated patch throws. The
 * copy is below the project, whose packages it loads, and shares the built client.
 */
export function patchBuild(patches: readonly Patch[]): PatchedBuild {
  const folder = join(root, 'dist/patched', randomUUID())
  const server = join(folder, 'server')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(realpathSync(join(root, 'dist/server')), server, {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  })
  symlinkSync(realpathSync(join(root, 'dist/client')), join(folder, 'client'))
  try {
    for (const patch of patches) applyPatch(server, patch)
  } catch (error) {
    remove()
    throw error
  }
  return { server, remove }
}

function applyPatch(server: string, { from, to }: Patch): void {
  const files = readdirSync(server).map((name) => join(server, name))
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const times = text.split(from).length - 1
    return times === 0 ? [] : [{ file, text, times }]
  })
  const [only] = found
  if (!only || found.length > 1 || only.times > 1) {
    const times = found.reduce((sum, each) => sum + each.times, 0)
    throw new Error(`The built server has ${times} times, not once: ${from}`)
  }
  writeFileSync(
    only.file,
    only.text.replace(from, () => to),
  )
}
