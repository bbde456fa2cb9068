import type { ControlViewProps } from '#controls/control.ts'
import type { ComponentType } from 'react'

const viewModules = import.meta.glob('../controls/*/View.tsx', { eager: true, import: 'default' }) as Record<
  string,
  ComponentType<ControlViewProps>
>

/**
 * Views of controls by folder name. They load together with the page that shows controls: loaded one by one, they would
 * push controls down while the user drags something to them.
 */
export const controlViews: ReadonlyMap<string, ComponentType<ControlViewProps>> = new Map(
  Object.entries(viewModules).map(([path, View]) => [path.split('/').at(-2) as string, View]),
)
