/** Follows a file while it arrives. */
export interface IncomingFileObserver {
  /** Aborted when the rest of the file is no longer needed; the form then fails with its reason. */
  readonly signal: AbortSignal
  /** Receives a function that returns the number of bytes that have arrived. */
  follow(bytes: () => number): void
  /** Called when the request has been answered. */
  end(): void
}
