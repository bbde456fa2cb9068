import { useEffect } from 'react'
import { useRunner } from '../state/run.ts'
import { useExplore } from '../state/store.ts'

/** Loads annotation layers as soon as they are selected; the chart needs no new query for them. */
export function useLayers(): void {
  const { layOver } = useRunner()
  const layers = useExplore((state) => state.form['annotation_layers'])
  useEffect(() => layOver(), [layers, layOver])
}
