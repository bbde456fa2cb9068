/** Keeps one core busy until the parent process ends, for two hours at most. */
const MAX_MS = 2 * 60 * 60 * 1000
const parent = process.ppid
const end = Date.now() + MAX_MS

function work() {
  const until = Date.now() + 100
  let sum = 0
  while (Date.now() < until) sum += Math.sqrt(sum + 1)
  if (process.ppid === parent && Date.now() < end) setImmediate(work)
}
work()
