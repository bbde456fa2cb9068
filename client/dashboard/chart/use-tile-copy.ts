import { useEffect } from 'react'
import { useDashboardExports } from '../state/dashboard-exports.ts'

const OWN_COPY = 'input, textarea, [contenteditable], [role=dialog], [role=grid]'

/** Returns the chart of the tile that has the focus, or else the pointer. */
function chartOfTile(): number | undefined {
  const tile = document.activeElement?.closest('article') ?? document.querySelector('article:hover')
  const id = tile?.querySelector<HTMLElement>('[data-chart]')?.dataset['chart']
  return id === undefined ? undefined : Number(id)
}

/** Copies the tile with the focus or the pointer on Ctrl+C, unless text is selected or the focus copies itself. */
export function useTileCopy(): void {
  const { copyChart } = useDashboardExports()
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const isOwn = document.activeElement?.closest(OWN_COPY) || window.getSelection()?.toString()
      const chartId = event.defaultPrevented || isOwn ? undefined : chartOfTile()
      if (chartId === undefined) return
      event.preventDefault()
      copyChart(chartId)
    }
    document.addEventListener('copy', onCopy)
    return () => document.removeEventListener('copy', onCopy)
  }, [copyChart])
}
