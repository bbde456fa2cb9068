import { AsyncLocalStorage } from 'node:async_hooks'

/** The user for whom an engine works. */
export interface EngineCaller {
  /** Null for an anonymous user. */
  readonly username: string | null
  readonly dashboard?: number | undefined
}

const callerStorage = new AsyncLocalStorage<EngineCaller>()
const impersonationStorage = new AsyncLocalStorage<string>()

/** Returns the user for whom the current call works; undefined for work of the server itself. */
export const currentCaller = (): EngineCaller | undefined => callerStorage.getStore()

/** Runs work for a user. */
export function withCaller<T>(caller: EngineCaller, work: () => T): T {
  return callerStorage.run(caller, work)
}

/** Returns the name by which the current query runs in the database; undefined for the account of the connection. */
export const impersonatedUser = (): string | undefined => impersonationStorage.getStore()

/** Runs work by the name of a user in the database instead of the account of the connection. */
export function withImpersonation<T>(username: string, work: () => T): T {
  return impersonationStorage.run(username, work)
}
