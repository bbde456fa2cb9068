function held(storage: () => Storage): Storage | undefined {
  try {
    return storage()
  } catch {
    return undefined
  }
}

/** Returns the session storage of this tab; undefined if the browser disables storage. */
export const tabStorage = (): Storage | undefined => held(() => window.sessionStorage)

/** Returns the local storage of this browser; undefined if the browser disables storage. */
export const browserStorage = (): Storage | undefined => held(() => window.localStorage)
