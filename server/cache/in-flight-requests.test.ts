import { expect, it, onTestFinished } from 'vitest'
import { InFlightRequests } from './in-flight-requests.ts'

/** Returns work that waits for its result, and reports whether it was aborted. */
function pending() {
  const seen: { runs: number; stopped: boolean; answer: (value: string) => void } = {
    runs: 0,
    stopped: false,
    answer: () => {},
  }
  const work = (signal: AbortSignal) => {
    seen.runs++
    return new Promise<string>((resolve, reject) => {
      seen.answer = resolve
      signal.addEventListener('abort', () => {
        seen.stopped = true
        reject(signal.reason)
      })
    })
  }
  return { seen, work }
}

const stay = () => new AbortController().signal

it('runs once for 32 concurrent callers without a warning, and again for later ones', async () => {
  const warnings: string[] = []
  const record = ({ name }: Error) => warnings.push(name)
  process.on('warning', record)
  onTestFinished(() => void process.off('warning', record))
  const requests = new InFlightRequests<string>()
  const { seen, work } = pending()
  const answers = Array.from({ length: 32 }, () => requests.join('key', stay(), work))
  seen.answer('done')
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['done']))
  expect(seen.runs).toBe(1)
  // Warnings are emitted in the next tick.
  await new Promise(setImmediate)
  expect(warnings).toEqual([])
  const later = requests.join('key', stay(), work)
  seen.answer('again')
  expect([await later, seen.runs]).toEqual(['again', 2])
})

it('continues while a caller waits and stops when the last caller has left', async () => {
  const requests = new InFlightRequests<string>()
  const { seen, work } = pending()
  const first = new AbortController()
  const last = new AbortController()
  const answers = [requests.join('key', first.signal, work), requests.join('key', last.signal, work)]
  first.abort(new Error('left'))
  await expect(answers[0]).rejects.toThrow('left')
  expect(seen.stopped).toBe(false)
  last.abort(new Error('left too'))
  await expect(answers[1]).rejects.toThrow('left too')
  expect(seen.stopped).toBe(true)
})

it('starts again for a caller after the last one has left', async () => {
  const requests = new InFlightRequests<string>()
  const { seen, work } = pending()
  const leaving = new AbortController()
  const left = requests.join('key', leaving.signal, work)
  leaving.abort(new Error('left'))
  const fresh = requests.join('key', stay(), work)
  await expect(left).rejects.toThrow('left')
  seen.answer('fresh')
  expect([await fresh, seen.runs]).toEqual(['fresh', 2])
})

it('shares a failure and does not cache it', async () => {
  const requests = new InFlightRequests<string>()
  const failing = () => Promise.reject(new Error('broken'))
  const both = [requests.join('key', stay(), failing), requests.join('key', stay(), failing)]
  for (const each of both) await expect(each).rejects.toThrow('broken')
  expect(await requests.join('key', stay(), async () => 'well')).toBe('well')
})
