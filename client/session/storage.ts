function held(storage: () => Storage): Storage | undefined {
  try {
    return storage()
  } catch {
    return undefined
  }
}

/** What this tab keeps over reloads; undefined where the browser allows no storage. */
export const tabStorage = (): Storage | undefined => held(() => window.sessionStorage)

/** What this browser keeps; undefined where it allows no storage. */
export const browserStorage = (): Storage | undefined => held(() => window.localStorage)
