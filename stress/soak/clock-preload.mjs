import { readFileSync } from 'node:fs'

/** Loaded before the server: shifts its clock by the milliseconds in the file SOAK_CLOCK. */
const REOPEN_DELAY_MS = 50
const file = process.env['SOAK_CLOCK'] ?? ''
const RealDate = Date
let offset = 0

function readClockFile() {
  const text = readFileSync(file, 'utf8')
  if (text !== '') offset = Number(text)
}

const now = () => RealDate.now() + offset
readClockFile()
setInterval(readClockFile, REOPEN_DELAY_MS).unref()

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
