import { ColorArea } from 'react-aria-components/ColorArea'
import { ColorField, Input } from 'react-aria-components/ColorField'
import { ColorPicker as AriaColorPicker, type Color, parseColor } from 'react-aria-components/ColorPicker'
import { ColorSlider, SliderTrack } from 'react-aria-components/ColorSlider'
import { ColorThumb } from 'react-aria-components/ColorThumb'
import { type CSSProperties, useRef, useState } from 'react'
import { Popover } from '#ui/overlay/Popover.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import styles from './ColorPicker.module.css'
import { Field, type FieldProps } from '#ui/base/Field.tsx'
import fields from '#ui/base/Field.module.css'
import { fieldPropsOf, useFieldIds } from '#ui/base/field-ids.ts'

export interface ColorPickerProps extends FieldProps {
  /** `#rrggbb`, or `#rrggbbaa` with alpha. */
  readonly value: string
  readonly onChange: (hex: string) => void
  readonly hasAlpha?: boolean | undefined
  readonly swatches?: readonly { readonly value: string; readonly label: string }[] | undefined
}

const fallback = '#000000'

function readColor(value: string) {
  try {
    return parseColor(value).toFormat('hsba')
  } catch {
    return parseColor(fallback).toFormat('hsba')
  }
}

interface ColorPanelProps {
  readonly color: Color
  readonly hasAlpha: boolean
  readonly onChange: (color: Color) => void
}

function ColorBar({ channel }: { readonly channel: 'hue' | 'alpha' }) {
  return (
    <ColorSlider channel={channel} colorSpace="hsb" className={styles.slider ?? ''}>
      <SliderTrack className={styles.track ?? ''}>
        <ColorThumb className={styles.thumb ?? ''} />
      </SliderTrack>
    </ColorSlider>
  )
}

function ColorPanel({ color, hasAlpha, onChange }: ColorPanelProps) {
  const texts = useTexts()
  return (
    <AriaColorPicker value={color} onChange={onChange}>
      <div className={styles.panel}>
        <ColorArea className={styles.area ?? ''} colorSpace="hsb" xChannel="saturation" yChannel="brightness">
          <ColorThumb className={styles.thumb ?? ''} />
        </ColorArea>
        <ColorBar channel="hue" />
        {hasAlpha && <ColorBar channel="alpha" />}
        <ColorField aria-label={texts.color}>
          <div className={fields.box}>
            <Input className={styles.hex ?? ''} />
          </div>
        </ColorField>
      </div>
    </AriaColorPicker>
  )
}

export function ColorPicker(props: ColorPickerProps) {
  const { value, onChange, hasAlpha = false, swatches = [], isDisabled } = props
  const { ids, aria, frame } = useFieldIds(props)
  const texts = useTexts()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [color, setColor] = useState(() => readColor(value))
  const hex = color.toString(hasAlpha ? 'hexa' : 'hex').toLowerCase()
  const shown = hex === value.toLowerCase() ? color : readColor(value)
  return (
    <Field {...fieldPropsOf(props)} {...frame}>
      <button
        ref={trigger}
        type="button"
        id={ids.control}
        disabled={isDisabled}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...aria}
        className={classNames(fields.box, styles.trigger, isOpen && fields.open, isDisabled && fields.off)}
        onClick={() => setOpen(true)}
      >
        <span className={styles.swatch} style={{ '--shown': value } as CSSProperties} />
        <span className={styles.hex}>{value}</span>
      </button>
      <Popover
        label={props.label ?? props.ariaLabel ?? texts.color}
        anchor={trigger}
        isOpen={isOpen}
        onOpenChange={setOpen}
        width={240}
      >
        <ColorPanel
          color={shown}
          hasAlpha={hasAlpha}
          onChange={(next) => {
            setColor(next.toFormat('hsba'))
            onChange(next.toString(hasAlpha ? 'hexa' : 'hex').toLowerCase())
          }}
        />
        {swatches.length > 0 && (
          <div className={styles.swatches}>
            {swatches.map((swatch) => (
              <button
                key={swatch.value}
                type="button"
                aria-label={swatch.label}
                title={swatch.label}
                aria-pressed={swatch.value.toLowerCase() === value.toLowerCase()}
                className={styles.swatch}
                style={{ '--shown': swatch.value } as CSSProperties}
                onClick={() => onChange(swatch.value)}
              />
            ))}
          </div>
        )}
      </Popover>
    </Field>
  )
}
