import { Suspense } from 'react'
import { controlViews } from '#client/control-views.ts'
import type { Control, ControlContext } from '#controls/control.ts'

interface Props {
  readonly control: Control
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly context: ControlContext
}

/** One setting of a filter, rendered by the View of its control type. */
export function FilterSettingField({ control, ...props }: Props) {
  const View = controlViews.get(control.type)
  if (!View) return null
  return (
    <Suspense fallback={null}>
      <View control={control} errors={[]} {...props} />
    </Suspense>
  )
}
