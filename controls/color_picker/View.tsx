import { fromHex, toHex } from './hex.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { DEFAULT_FIXED_COLOR, type Rgba } from '#core/color/rgb.ts'
import { ColorPicker } from '#ui/input/ColorPicker.tsx'

export default function ColorPickerView({ control, value, onChange, errors }: ControlViewProps<Rgba>) {
  return (
    <ColorPicker
      {...fieldTexts(control, errors)}
      value={toHex(value ?? DEFAULT_FIXED_COLOR)}
      onChange={(hex) => onChange(fromHex(hex))}
      hasAlpha
    />
  )
}
