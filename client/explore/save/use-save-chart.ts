import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ChartAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { actions, useExploreStore } from '../state/store.ts'
import { type ChosenDashboard, saveChart } from './save-chart.ts'

interface Save {
  /** The chart to overwrite; null makes a new one. */
  readonly slice: ChartAnswer | null
  readonly name: string
  /** A dashboard by id, a new one by title, or none. */
  readonly dashboard: number | string | undefined
  readonly goes: boolean
  /** Saved by keys, without a dialog that would show what went wrong. */
  readonly isQuick?: boolean
}

/** Saves the chart as it is now. A second try goes on where the first one failed: a dashboard is made once. */
export function useSaveChart(onSaved: (chartId: number, goTo: number | undefined) => void) {
  const store = useExploreStore()
  const client = useQueryClient()
  const made = useRef(new Map<string, number>())
  const isBusy = useRef(false)
  const mutation = useMutation({
    mutationFn: async ({ slice, name, dashboard }: Save) => {
      const known = typeof dashboard === 'string' ? (made.current.get(dashboard) ?? dashboard) : dashboard
      const chosen: ChosenDashboard =
        known === undefined ? null : typeof known === 'number' ? { id: known } : { title: known }
      const { form } = store.getState()
      const onMade = (title: string, id: number) => made.current.set(title, id)
      return { form, ...(await saveChart({ slice, name, form, dashboard: chosen }, onMade)) }
    },
    onSuccess: ({ chart, form, dashboardId }, { slice, goes }) => {
      actions.saved(store, chart, form)
      void client.invalidateQueries({ queryKey: ['list'] })
      const text = slice
        ? t('Chart [%s] has been overwritten', chart.slice_name)
        : t('Chart [%s] has been saved', chart.slice_name)
      toast.show({ text, tone: 'good' })
      onSaved(chart.id, goes ? dashboardId : undefined)
    },
    onError: (error, { isQuick }) => {
      if (isQuick) toast.show({ text: t('The chart could not be saved: %s', error.message), tone: 'danger' })
    },
    onSettled: () => {
      isBusy.current = false
    },
  })
  return {
    error: mutation.error,
    isSaving: mutation.isPending,
    /** Does nothing while saving: a second press, even in the same moment, must not write twice. */
    save: (what: Save) => {
      if (isBusy.current) return
      isBusy.current = true
      mutation.mutate(what)
    },
  }
}
