import { tabStorage } from '#client/session/storage.ts'

/** Ids of the datasets created in this tab, separated by commas. */
const KEY = 'facet-new-datasets'
/** Only the latest datasets are stored, because each is opened right after its creation. */
const MAX_DATASETS = 20

const newDatasetIds = (): readonly string[] => tabStorage()?.getItem(KEY)?.split(',') ?? []

/** Records that the user has created a dataset: Explore first shows its column profiles. */
export function recordNewDataset(id: number): void {
  try {
    tabStorage()?.setItem(KEY, [...newDatasetIds(), String(id)].slice(-MAX_DATASETS).join(','))
  } catch {
    // Without storage, Explore starts with the samples.
  }
}

/** True if the user has created the dataset in this tab. */
export const isNewDataset = (id: number): boolean => newDatasetIds().includes(String(id))
