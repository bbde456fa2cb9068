import type { LogEvent, LogDetails } from './loader.ts'

/** Notes what became of a load: how long it took and how old its data are, in milliseconds. */
export function log(event: LogEvent, { duration, dataAge }: LogDetails): void {
  // oxlint-disable-next-line no-console -- the log of a browser is its console
  console.debug(event, { duration, data_age: dataAge })
}
