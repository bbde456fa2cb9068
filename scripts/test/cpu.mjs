import { readFileSync } from 'node:fs'

/** Clock ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS = 100

/**
 * Returns the processor time of all ended child processes in seconds; 0 without /proc.
 * @returns {number}
 */
function childCpuSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS
  } catch {
    return 0
  }
}

/**
 * Runs a task and measures it.
 * @template T
 * @param {() => Promise<T>} task
 * @returns {Promise<{ value: T, seconds: number, cpuSeconds: number }>} wall and processor time in seconds
 */
export async function measureCpu(task) {
  const start = performance.now()
  const cpuStart = childCpuSeconds()
  const value = await task()
  return { value, seconds: (performance.now() - start) / 1000, cpuSeconds: childCpuSeconds() - cpuStart }
}
