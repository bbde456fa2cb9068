import type { LogEvent, LogDetails } from './loader.ts'

/** Logs the outcome of a load, with its duration and the age of its data in milliseconds. */
export function log(event: LogEvent, { duration, dataAge }: LogDetails): void {
  // oxlint-disable-next-line no-console -- the log of a browser is its console
  console.debug(event, { duration, data_age: dataAge })
}
