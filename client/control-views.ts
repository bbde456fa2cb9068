import type { ControlViewProps } from '#controls/control.ts'
import type { ComponentType } from 'react'

const found = import.meta.glob('../controls/*/View.tsx', { eager: true, import: 'default' }) as Record<
  string,
  ComponentType<ControlViewProps>
>

/**
 * Views of controls by the name of their folder, all there with the page that shows controls. Fetched one by one they
 * would push those below them down while a chart type is being changed, away from under what is being dragged to them.
 */
export const controlViews: ReadonlyMap<string, ComponentType<ControlViewProps>> = new Map(
  Object.entries(found).map(([path, View]) => [path.split('/').at(-2) as string, View]),
)
