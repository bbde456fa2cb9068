function storageOrUndefined(storage: () => Storage): Storage | undefined {
  try {
    return storage()
  } catch {
    return undefined
  }
}

/** Returns the session storage of this tab; undefined if the browser disables storage. */
export const tabStorage = (): Storage | undefined => storageOrUndefined(() => window.sessionStorage)

/** Returns the local storage of this browser; undefined if the browser disables storage. */
export const browserStorage = (): Storage | undefined => storageOrUndefined(() => window.localStorage)
