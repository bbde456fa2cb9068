import { useCallback, useEffect, useRef } from 'react'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { toast } from '#ui/overlay/toast.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { undoAction } from '../state/undo-action.ts'

type UndoDirection = NonNullable<ReturnType<typeof undoAction>>

/** Returns the names of the filters whose values differ, and the comparison if it does. */
function changedNames(before: DashboardState, after: DashboardState): string {
  const ids = Object.keys({ ...before.masks, ...after.masks }).filter((id) => {
    const values = [before, after].map(({ masks }) => JSON.stringify(masks[id]?.extraFormData ?? {}))
    return values[0] !== values[1]
  })
  const nameOf = (id: string) =>
    after.filters.find((filter) => filter.id === id)?.name ?? after.slices[Number(id)]?.slice_name
  const names = ids.flatMap((id) => nameOf(id) ?? [])
  return [...names, ...(before.comparison === after.comparison ? [] : [t('Comparison')])].join(', ')
}

/** Returns a function that undoes or redoes a filter change and names the filters, with the way back. */
function useStep(): (direction: UndoDirection) => void {
  const store = useDashboardStore()
  const shown = useRef<number>(undefined)
  return useCallback(
    function step(direction: UndoDirection) {
      const before = store.getState()
      const stop = store.subscribe((after) => {
        // The step is counted before its view is shown.
        if (after.viewSteps.at === before.viewSteps.at || after.masks === before.masks) return
        stop()
        const names = changedNames(before, after)
        if (shown.current !== undefined) toast.close(shown.current)
        const [done, back] = direction === 'undo' ? ([t('Undone'), 'redo'] as const) : ([t('Redone'), 'undo'] as const)
        shown.current = toast.show({
          text: names === '' ? done : `${done}: ${names}`,
          action: { label: back === 'redo' ? t('Redo') : t('Undo'), onPress: () => step(back) },
        })
      })
      if (direction === 'undo') window.history.back()
      else window.history.forward()
    },
    [store],
  )
}

/** Undo and redo of filter changes: the browser's Back and Forward, without leaving the page. */
export function StepButtons() {
  const { at, last } = useDashboard((state) => state.viewSteps)
  const [canUndo, canRedo] = [at > 0, at < last]
  const step = useStep()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = undoAction(event)
      if (!action || event.defaultPrevented) return
      event.preventDefault()
      if (action === 'undo' ? canUndo : canRedo) step(action)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [canUndo, canRedo, step])
  if (!canUndo && !canRedo) return null
  return (
    <span>
      <IconButton
        icon="undo"
        size="sm"
        label={t('Undo the last filter')}
        tooltip={canUndo ? t('Undo the last filter') : t('This is how the page was opened')}
        isDisabled={!canUndo}
        onPress={() => step('undo')}
      />
      <IconButton
        icon="redo"
        size="sm"
        label={t('Redo the filter')}
        tooltip={canRedo ? t('Redo the filter') : t('Nothing to redo')}
        isDisabled={!canRedo}
        onPress={() => step('redo')}
      />
    </span>
  )
}
