import { Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { FormatProvider } from '#ui/tokens/FormatProvider.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import { Field, type FieldProps } from '#ui/base/Field.tsx'
import { fieldPropsOf, useFieldIds } from '#ui/base/field-ids.ts'
import styles from './Slider.module.css'

export interface SliderProps extends FieldProps {
  readonly value: number
  readonly onChange: (value: number) => void
  /** Called when the handle is released. */
  readonly onChangeEnd?: ((value: number) => void) | undefined
  readonly min: number
  readonly max: number
  readonly step?: number | undefined
  readonly format?: ((value: number) => string) | undefined
}

export function Slider(props: SliderProps) {
  const { value, onChange, onChangeEnd, min, max, step = 1, format = String, isDisabled = false } = props
  const { aria, frame } = useFieldIds(props)
  const share = max === min ? 0 : ((value - min) / (max - min)) * 100
  const name = props.label ?? props.ariaLabel ?? ''
  return (
    <Field {...fieldPropsOf(props)} {...frame} htmlFor={undefined} end={<output>{format(value)}</output>}>
      <FormatProvider>
        <AriaSlider
          className={styles.slider ?? ''}
          aria-label={name}
          value={value}
          onChange={onChange}
          minValue={min}
          maxValue={max}
          step={step}
          isDisabled={isDisabled}
          {...withoutUndefined({ onChangeEnd })}
        >
          <SliderTrack className={styles.track ?? ''}>
            <div className={styles.done} style={{ width: `${share}%` }} />
            <SliderThumb
              className={classNames(styles.thumb)}
              aria-label={name}
              {...withoutUndefined({ 'aria-describedby': aria['aria-describedby'] })}
            />
          </SliderTrack>
        </AriaSlider>
      </FormatProvider>
    </Field>
  )
}
