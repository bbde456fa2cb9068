import { strToU8, zipSync } from 'fflate'
import { serveTasks } from '#server/workers/serve-tasks.ts'
import { createFileProgress, throttleProgress } from './progress.ts'
import { printYaml } from './yaml.ts'

/** The files of a bundle, and its root folder. */
export interface WriterTask {
  readonly root: string
  readonly files: readonly (readonly [path: string, says: unknown])[]
  /** The time of every entry, in epoch milliseconds. */
  readonly at: number
}

serveTasks(({ root, files, at }: WriterTask, tell) => {
  const isWritten = createFileProgress(throttleProgress(tell), 'write', files.length)
  const entries = files.map(([path, says]) => {
    const text = strToU8(printYaml(says))
    isWritten()
    return [`${root}/${path}`, text] as const
  })
  const reply = zipSync(Object.fromEntries(entries), { mtime: at })
  return { reply, transfer: [reply.buffer] }
})
