import { datasourcesChanged, queryTriggered } from '#client/chart/chart-state.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import { replaceNameInForm } from '#core/form/replace-name-in-form.ts'
import { quoteMarkOf } from '#core/query/quote-mark.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { chartIdOf, type ExploreStore } from './store.ts'
import { withDataset } from '#client/dataset/form-with-dataset.ts'

/** Switches the chart to another dataset as one undo step. */
export function changeDataset(store: ExploreStore, dataset: DatasetResponse, now: number): void {
  store.setState(({ form, charts }) => ({
    dataset,
    form: withDataset(form, dataset),
    charts: datasourcesChanged(charts, now),
  }))
}

/** Applies renamed columns to the chart after a file has replaced the data of the dataset, and queries it again. */
export function applyReplacedData(
  store: ExploreStore,
  dataset: DatasetResponse,
  renamed: Readonly<Record<string, string>>,
): void {
  const mark = quoteMarkOf(dataset.database?.backend)
  const rename = (form: FormData) =>
    Object.entries(renamed).reduce(
      (next, [name, right]) =>
        replaceNameInForm(next, { mistake: { kind: 'column', name, candidates: [] }, right, mark }) ?? next,
      form,
    )
  store.setState((state) => ({
    dataset,
    form: rename(state.form),
    saved: rename(state.saved),
    charts: queryTriggered(state.charts, chartIdOf(state)),
  }))
}

/** Queries the chart again after its dataset was edited. Undo does not revert the edit. */
export function datasetEdited(store: ExploreStore, dataset: DatasetResponse): void {
  store.setState((state) => ({ dataset, charts: queryTriggered(state.charts, chartIdOf(state)) }))
}

/**
 * Keeps the page's dataset in sync with the form: undoing a change of dataset restores the previous one. `onDataset` is
 * called for each change. Returns a function that stops it.
 */
export function syncDatasetWithForm(store: ExploreStore, onDataset: (id: number) => void): () => void {
  const known = new Map([[store.getState().dataset.id, store.getState().dataset]])
  return store.subscribe(({ dataset, form }, before) => {
    if (dataset !== before.dataset) {
      known.set(dataset.id, dataset)
      if (dataset.id !== before.dataset.id) onDataset(dataset.id)
      return
    }
    const wanted = parseDatasource(form.datasource)?.id
    const other = wanted === undefined || wanted === dataset.id ? undefined : known.get(wanted)
    if (other) store.setState({ dataset: other })
  })
}
