import { strToU8, zipSync } from 'fflate'
import { stringify } from 'yaml'
import { serveTasks } from '#server/workers/serve-tasks.ts'

/** The files of a bundle, and the folder all of them stand in. */
export interface WriterTask {
  readonly root: string
  readonly files: readonly (readonly [path: string, says: unknown])[]
  /** Epoch milliseconds, of every entry. */
  readonly at: number
}

/** The same bytes for the same files: lines are not folded, and nothing is said by reference. */
const STYLE = { lineWidth: 0, aliasDuplicateObjects: false } as const

serveTasks(({ root, files, at }: WriterTask) => {
  const entries = files.map(([path, says]) => [`${root}/${path}`, strToU8(stringify(says, STYLE))] as const)
  const reply = zipSync(Object.fromEntries(entries), { mtime: at })
  return { reply, transfer: [reply.buffer as ArrayBuffer] }
})
