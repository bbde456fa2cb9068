import { setTimeout } from 'node:timers/promises'
import { resourceLimits } from 'node:worker_threads'
import { ApiError } from '#core/rest/api-error.ts'
import { serveTasks } from '#server/workers/serve-tasks.ts'

/** The tasks of the test thread. */
export type TestTask =
  | { readonly do: 'echo'; readonly value: unknown }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'loop' | 'wait' | 'die' | 'allocate' | 'fault' | 'error' | 'break' | 'bytes' | 'limits' }

const receivedTasks: unknown[] = []
let tasks = 0

serveTasks(
  async (task: TestTask): Promise<{ reply: unknown; transfer?: ArrayBuffer[] }> => {
    tasks++
    switch (task.do) {
      case 'echo':
        return { reply: { value: task.value, tasks } }
      case 'loop':
        for (;;);
      case 'wait':
        return new Promise(() => {})
      case 'sleep':
        await setTimeout(task.ms)
        return { reply: { value: task.ms, tasks } }
      case 'die':
        process.exit(3)
      case 'allocate':
        for (;;) receivedTasks.push(Array.from({ length: 100_000 }, (_, at) => ({ at })))
      case 'limits':
        return { reply: resourceLimits }
      case 'fault':
        throw new ApiError('post-wrong', { args: ['by name'], extra: { place: 1 } })
      case 'bytes': {
        const bytes = new Uint8Array([1, 2, 3])
        return { reply: bytes, transfer: [bytes.buffer] }
      }
      default:
        throw new Error(task.do)
    }
  },
  (error) => error instanceof Error && error.message === 'break',
)
