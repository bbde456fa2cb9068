/** Keeps one core busy until the parent process ends, for two hours at most. */
const MAX_MS = 2 * 60 * 60 * 1000
const parent = process.ppid
const endTime = Date.now() + MAX_MS

function burnCpu() {
  const until = Date.now() + 100
  let sum = 0
  while (Date.now() < until) sum += Math.sqrt(sum + 1)
  if (process.ppid === parent && Date.now() < endTime) setImmediate(burnCpu)
}
burnCpu()
