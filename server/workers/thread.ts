import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread that runs `<name>.ts`, a file beside the module at `from`. Built, it is a script beside the bundle;
 * from source, what reads the source is loaded first. It sees no environment and keeps no process alive.
 */
export function openThread(
  from: string,
  name: string,
  options: Pick<WorkerOptions, 'resourceLimits'>,
  given?: unknown,
): Worker {
  const settings = { ...options, env: {}, execArgv: [], workerData: given }
  const worker = from.endsWith('.ts')
    ? new Worker(fromSource(new URL(`./${name}.ts`, from)), { ...settings, eval: true })
    : new Worker(new URL(`./${name}.js`, from), settings)
  worker.unref()
  return worker
}

function fromSource(script: URL): string {
  return `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(script.href)}) })`
}
