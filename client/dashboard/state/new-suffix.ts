/** Endings of ids of new nodes. */
export const newSuffix = (): string => crypto.randomUUID().slice(0, 10)
