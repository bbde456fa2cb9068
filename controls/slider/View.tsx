import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { Slider } from '#ui/input/Slider.tsx'

export default function SliderView({ control, value, onChange, errors }: ControlViewProps<number>) {
  const min = control.min ?? 0
  return (
    <Slider
      {...fieldTexts(control, errors)}
      value={value ?? min}
      onChange={onChange}
      min={min}
      max={control.max ?? 100}
      step={control.step ?? 1}
    />
  )
}
