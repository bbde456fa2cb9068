import { tabStorage } from '#client/session/storage.ts'

/** Ids of the datasets that the user has made in this tab, with commas between them. */
const KEY = 'facet-new-datasets'
/** The latest datasets are enough: each is opened right after it is made. */
const MAX_DATASETS = 20

const madeIds = (): readonly string[] => tabStorage()?.getItem(KEY)?.split(',') ?? []

/** Notes that the user has made a dataset: explore first shows what its columns hold. */
export function datasetMade(id: number): void {
  try {
    tabStorage()?.setItem(KEY, [...madeIds(), String(id)].slice(-MAX_DATASETS).join(','))
  } catch {
    // Without room in the storage, explore begins with the samples.
  }
}

/** Returns whether the user has made a dataset in this tab. */
export const isNewDataset = (id: number): boolean => madeIds().includes(String(id))
