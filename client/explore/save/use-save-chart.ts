import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { fetchDataset } from '#calls/datasets.ts'
import { updateResource } from '#calls/resources.ts'
import { hasErrorCode } from '#calls/call.ts'
import { GRID_ID } from '#core/layout/node.ts'
import { COLUMNS } from '#core/layout/units.ts'
import type { ChartResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { savedByOthersText, fetchLastSave } from '#client/properties/saved-by-others-text.ts'
import { actions, type ExploreStore, useExploreStore } from '../state/store.ts'
import { placeChart } from '#client/chart/place-chart.ts'
import { type ChosenDashboard, saveChart } from './save-chart.ts'

interface Save {
  /** The chart to overwrite; null creates a new one. */
  readonly slice: ChartResponse | null
  readonly name: string
  /** A dashboard by id, a new one by title, or none. */
  readonly dashboard: number | string | undefined
  /** The tab or grid of the dashboard to add the chart to; absent for the default position. */
  readonly containerId?: string | undefined
  readonly goes: boolean
  /** The name of the dataset that is saved with the chart; absent if the dataset is not temporary. */
  readonly datasetName?: string
  /** Saved by a keyboard shortcut, without a dialog that would show errors. */
  readonly isQuick?: boolean
}

/** A dashboard to open after saving, and the tab to show. */
export interface GoTo {
  readonly id: number
  readonly containerId: string | undefined
}

/** The chart is already saved: a failure to place it is reported, not retried by saving again. */
async function placeSavedChart(
  chart: ChartResponse,
  dashboardId: number,
  containerId: string,
  width?: number,
): Promise<void> {
  try {
    await placeChart(chart, dashboardId, containerId, width)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    toast.show({ text: t('The chart is saved, but could not be placed on the dashboard: %s', reason), tone: 'danger' })
  }
}

/** Saves the temporary dataset of the chart permanently, under a name. */
async function saveDataset(store: ExploreStore, table_name: string): Promise<void> {
  const { dataset } = store.getState()
  await updateResource('dataset', dataset.id, { table_name })
  store.setState({ dataset: { ...dataset, ...(await fetchDataset(dataset.id)) } })
}

/** Returns a text that names the user who has saved the chart in between; a general text if that is unknown. */
async function savedByText(id: number): Promise<string> {
  try {
    return savedByOthersText('chart', await fetchLastSave('chart', id))
  } catch {
    return savedByOthersText('chart', undefined)
  }
}

/** Saves the current chart. A retry continues where the last attempt failed: a dashboard is created only once. */
export function useSaveChart(onSaved: (chartId: number, goTo: GoTo | undefined) => void) {
  const store = useExploreStore()
  const client = useQueryClient()
  const made = useRef(new Map<string, number>())
  const isBusy = useRef(false)
  const mutation = useMutation({
    mutationFn: async ({ slice, name, dashboard, containerId, datasetName }: Save) => {
      if (datasetName !== undefined) await saveDataset(store, datasetName)
      const known = typeof dashboard === 'string' ? (made.current.get(dashboard) ?? dashboard) : dashboard
      const chosen: ChosenDashboard =
        known === undefined ? null : typeof known === 'number' ? { id: known } : { title: known }
      const { form, slice: from } = store.getState()
      const onMade = (title: string, id: number) => made.current.set(title, id)
      const saved = await saveChart({ slice, name, form, dashboard: chosen, from }, onMade)
      if (containerId && saved.dashboardId !== undefined)
        await placeSavedChart(saved.chart, saved.dashboardId, containerId)
      // Add the first chart to the layout of a new dashboard at once, at full width, so that lists count it.
      else if (typeof dashboard === 'string' && saved.dashboardId !== undefined)
        await placeSavedChart(saved.chart, saved.dashboardId, GRID_ID, COLUMNS)
      return { form, ...saved }
    },
    onSuccess: ({ chart, form, dashboardId }, { slice, goes, containerId }) => {
      actions.saved(store, chart, form)
      void client.invalidateQueries({ queryKey: ['list'] })
      const text = slice
        ? t('Chart [%s] has been overwritten', chart.slice_name)
        : t('Chart [%s] has been saved', chart.slice_name)
      toast.show({ text, tone: 'good' })
      const seen = containerId === GRID_ID ? undefined : containerId
      onSaved(chart.id, goes && dashboardId !== undefined ? { id: dashboardId, containerId: seen } : undefined)
    },
    onError: async (error, { isQuick, slice }) => {
      if (!isQuick) return
      const isConflict = slice && hasErrorCode(error, 'version-conflict')
      const reason = isConflict ? await savedByText(slice.id) : error.message
      toast.show({ text: t('The chart could not be saved: %s', reason), tone: 'danger' })
    },
    onSettled: () => {
      isBusy.current = false
    },
  })
  return {
    error: mutation.error,
    isSaving: mutation.isPending,
    /** Does nothing while a save is in progress: a double press must not write twice. */
    save: (saveRequest: Save) => {
      if (isBusy.current) return
      isBusy.current = true
      mutation.mutate(saveRequest)
    },
  }
}
