const made = new Set<number>()

/** Notes that the user has made a dataset: explore first shows what its columns hold. */
export function datasetMade(id: number): void {
  made.add(id)
}

/** Returns whether the user has made a dataset since the page was loaded. */
export const isNewDataset = (id: number): boolean => made.has(id)
