import { Fault } from '#core/rest/fault.ts'
import { serveTasks } from '#server/workers/serve-tasks.ts'
import { type AnswerReply, type AnswerTask, laidOut, shownOut } from './answer-task.ts'

/** A text or a list that is longer than JavaScript can have. */
function named(error: unknown): unknown {
  return error instanceof RangeError ? new Fault('work-memory', { cause: error }) : error
}

serveTasks(async (task: AnswerTask) => {
  try {
    const reply: AnswerReply = task.do === 'lay out' ? await laidOut(task) : await shownOut(task)
    const { buffer, byteLength } = reply.data
    // What lies in a buffer with other things is copied.
    return { reply, transfer: buffer.byteLength === byteLength && buffer instanceof ArrayBuffer ? [buffer] : [] }
  } catch (error) {
    throw named(error)
  }
})
