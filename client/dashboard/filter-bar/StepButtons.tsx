import { useEffect } from 'react'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { useDashboard } from '../state/store.ts'
import { undoWay } from '../state/undo-way.ts'

/** Undo and redo of filter changes: the browser's Back and Forward, without leaving the page. */
export function StepButtons() {
  const { at, last } = useDashboard((state) => state.viewSteps)
  const [canUndo, canRedo] = [at > 0, at < last]
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const way = undoWay(event)
      if (!way || event.defaultPrevented) return
      event.preventDefault()
      if (way === 'undo' && canUndo) window.history.back()
      if (way === 'redo' && canRedo) window.history.forward()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [canUndo, canRedo])
  if (!canUndo && !canRedo) return null
  return (
    <span>
      <IconButton
        icon="undo"
        size="sm"
        label={t('Undo the last filter')}
        tooltip={canUndo ? t('Undo the last filter') : t('This is how the page was opened')}
        isDisabled={!canUndo}
        onPress={() => window.history.back()}
      />
      <IconButton
        icon="redo"
        size="sm"
        label={t('Redo the filter')}
        tooltip={canRedo ? t('Redo the filter') : t('Nothing to redo')}
        isDisabled={!canRedo}
        onPress={() => window.history.forward()}
      />
    </span>
  )
}
