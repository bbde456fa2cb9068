import { useState } from 'react'
import { metadataIn, type Properties, withMetadata } from './properties.ts'
import styles from './LabelColors.module.css'
import { parseColor } from '#core/color/rgb.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { ColorPicker } from '#ui/input/ColorPicker.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { TextField } from '#ui/base/TextField.tsx'

interface Props {
  readonly properties: Properties
  readonly change: (properties: Properties) => void
}

const KEY = 'label_colors'
const FIRST = '#3258bb'

/** Returns the metadata value under the key if it is an object. */
function pinnedColors(properties: Properties): Readonly<Record<string, unknown>> {
  const value = metadataIn(properties)?.[KEY]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** Edits the colors that labels have on the whole dashboard, regardless of its color schemes. */
export function LabelColors({ properties, change }: Props) {
  const [label, setLabel] = useState('')
  const colors = pinnedColors(properties)
  const isDisabled = metadataIn(properties) === undefined
  const set = (next: Readonly<Record<string, unknown>>) => change(withMetadata(properties, KEY, next))
  const add = () => {
    const name = label.trim()
    if (name === '' || Object.hasOwn(colors, name)) return
    set({ ...colors, [name]: FIRST })
    setLabel('')
  }
  const remove = (name: string) => {
    const { [name]: _, ...others } = colors
    set(others)
  }
  return (
    <fieldset className={styles['colors']}>
      <legend>{t('Label colors')}</legend>
      <p>{t('Colors set here apply to this label in every chart of the dashboard')}</p>
      {Object.entries(colors).map(([name, color]) => (
        <div key={name} className={styles['line']}>
          <span className={styles['name']} title={name}>
            {name}
          </span>
          <ColorPicker
            ariaLabel={t('Color of %s', name)}
            value={typeof color === 'string' && parseColor(color) ? color : FIRST}
            onChange={(hex) => set({ ...colors, [name]: hex })}
          />
          <IconButton icon="trash" size="sm" label={t('Reset color of %s', name)} onPress={() => remove(name)} />
        </div>
      ))}
      <div className={styles['line']}>
        <TextField
          ariaLabel={t('Label to pin')}
          placeholder={t('A value as the charts show it')}
          value={label}
          onChange={setLabel}
          onEnter={add}
          isDisabled={isDisabled}
        />
        <Button onPress={add} isDisabled={isDisabled || label.trim() === ''}>
          {t('Pin a color')}
        </Button>
      </div>
    </fieldset>
  )
}
