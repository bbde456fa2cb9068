import { parentPort, type TransferListItem } from 'node:worker_threads'
import { failureOf, type TaskRequest, type TaskMessage } from './task.ts'

/** The result of a task, and which of its buffers are transferred instead of copied. */
export interface TaskResult<Reply> {
  readonly reply: Reply
  readonly transfer?: readonly TransferListItem[]
}

/** Sends a message during a task, which `For.hear` receives. */
type Tell = (message: unknown) => void

/** Makes this thread run tasks, one at a time. `breaks` says after which failures the thread is unusable. */
export function serveTasks<Reply>(
  work: (task: never, tell: Tell) => TaskResult<Reply> | Promise<TaskResult<Reply>>,
  breaks: (error: unknown) => boolean = () => false,
): void {
  const say = (message: TaskMessage<Reply>, transfer: readonly TransferListItem[] = []): void =>
    parentPort?.postMessage(message, [...transfer])
  const done = async ({ id, task }: TaskRequest<never>): Promise<void> => {
    try {
      const { reply, transfer } = await work(task, (message) => say({ id, message }))
      say({ id, reply }, transfer)
    } catch (error) {
      say({ id, failure: failureOf(error), broken: breaks(error) })
    }
  }
  parentPort?.on('message', (given: TaskRequest<never>) => void done(given))
  say('ready')
}
