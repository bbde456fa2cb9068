import { Worker, type WorkerOptions } from 'node:worker_threads'
import { programAt } from '#server/programs/program.ts'

/**
 * Starts a thread that runs the script `name` in the folder of the module `from`. It has no environment variables and
 * does not keep the process alive.
 */
export function openThread(
  from: string,
  name: string,
  options: Pick<WorkerOptions, 'resourceLimits'>,
  given?: unknown,
): Worker {
  const worker = new Worker(programAt(from, name), { ...options, env: {}, execArgv: [], workerData: given })
  worker.unref()
  return worker
}
