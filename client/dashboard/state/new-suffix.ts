/** Returns a suffix for the id of a new node. */
export const newSuffix = (): string => crypto.randomUUID().slice(0, 10)
