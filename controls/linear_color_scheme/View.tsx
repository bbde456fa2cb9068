import styles from './View.module.css'
import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { DEFAULT_SEQUENTIAL, rampColors, sequentialSchemes } from '#core/color/sequential.ts'
import { Select } from '#ui/input/Select.tsx'
import { currentTheme } from '#ui/tokens/theme.ts'

const options = sequentialSchemes
  .map((scheme) => ({ value: scheme.id, label: scheme.label }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

export default function LinearColorSchemeView({ control, value, onChange, errors }: ControlViewProps<string>) {
  const id = value ?? DEFAULT_SEQUENTIAL
  const ramp = rampColors(id, currentTheme()).join(', ')
  return (
    <div>
      <Select {...fieldTexts(control, errors)} options={options} value={id} onChange={onChange} isSearchable />
      <div className={styles['ramp']} style={{ background: `linear-gradient(to right, ${ramp})` }} aria-hidden="true" />
    </div>
  )
}
