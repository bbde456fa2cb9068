import { colorNotice } from './index.ts'
import styles from './View.module.css'
import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { categoricalScheme, categoricalSchemes, DEFAULT_CATEGORICAL, schemeColors } from '#core/color/categorical.ts'
import { Select } from '#ui/input/Select.tsx'
import { currentTheme } from '#ui/tokens/theme.ts'

const options = categoricalSchemes
  .map((scheme) => ({ value: scheme.id, label: scheme.label }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

export default function ColorSchemeView({ control, value, onChange, errors, context }: ControlViewProps<string>) {
  const id = value ?? DEFAULT_CATEGORICAL
  const colors = schemeColors(categoricalScheme(id), currentTheme())
  return (
    <div>
      <Select
        {...fieldTexts(control, errors)}
        description={colorNotice(context)}
        options={options}
        value={id}
        onChange={onChange}
        isSearchable
      />
      <div className={styles['strip']} aria-hidden="true">
        {colors.map((color) => (
          <span key={color} className={styles['swatch']} style={{ background: color }} />
        ))}
      </div>
    </div>
  )
}
