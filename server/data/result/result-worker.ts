import { ApiError } from '#core/rest/api-error.ts'
import { serveTasks } from '#server/workers/serve-tasks.ts'
import { type ResultReply, type ResultTask, formatResult, rowSample, formatForChart } from './result-task.ts'

/** Replaces the error for a text or list that exceeds the limits of JavaScript. */
function toSizeError(error: unknown): unknown {
  return error instanceof RangeError ? new ApiError('work-memory', { cause: error }) : error
}

function runTask(task: ResultTask): Promise<ResultReply> {
  if (task.do === 'lay out') return formatResult(task)
  return task.do === 'show' ? formatForChart(task) : rowSample(task)
}

serveTasks(async (task: ResultTask) => {
  try {
    const reply = await runTask(task)
    const { buffer, byteLength } = reply.data
    // A view on part of a buffer is copied.
    return { reply, transfer: buffer.byteLength === byteLength && buffer instanceof ArrayBuffer ? [buffer] : [] }
  } catch (error) {
    throw toSizeError(error)
  }
})
