import { useEffect } from 'react'
import { useRunner } from '../state/run.ts'
import { useExplore } from '../state/store.ts'

/** What is laid over the chart is asked for as soon as it is chosen: the chart needs no new answer for it. */
export function useLayers(): void {
  const { layOver } = useRunner()
  const layers = useExplore((state) => state.form['annotation_layers'])
  useEffect(() => layOver(), [layers, layOver])
}
