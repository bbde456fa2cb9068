import { Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { FormatProvider } from '#ui/tokens/FormatProvider.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import { Field, type FieldProps } from '#ui/base/Field.tsx'
import { fieldPropsOf, useFieldIds } from '#ui/base/field-ids.ts'
import { binShares } from './histogram.ts'
import styles from './Slider.module.css'

export interface RangeSliderProps extends FieldProps {
  readonly value: readonly [number, number]
  readonly onChange: (value: [number, number]) => void
  /** Called when the handle is released. */
  readonly onChangeEnd?: ((value: [number, number]) => void) | undefined
  readonly min: number
  readonly max: number
  readonly step?: number | undefined
  readonly format?: ((value: number) => string) | undefined
  /** The accessible names of the two handles. */
  readonly startLabel: string
  readonly endLabel: string
  /** Counts in bins of equal width from `min` to `max`. */
  readonly histogram?: readonly number[] | undefined
  /** Only this handle is movable; the other one stays at its limit. */
  readonly isSingle?: 'start' | 'end' | undefined
}

const asPair = (values: number | number[]): [number, number] =>
  Array.isArray(values) ? [values[0] ?? 0, values[1] ?? 0] : [values, values]

export function RangeSlider(props: RangeSliderProps) {
  const { value, onChange, onChangeEnd, min, max, step = 1, isSingle, histogram, isDisabled = false } = props
  const { aria, frame } = useFieldIds(props)
  const span = max - min || 1
  const from = ((value[0] - min) / span) * 100
  const to = ((value[1] - min) / span) * 100
  const name = props.label ?? props.ariaLabel ?? ''
  const handles = [
    { index: 0, label: props.startLabel, isFixed: isSingle === 'end' },
    { index: 1, label: props.endLabel, isFixed: isSingle === 'start' },
  ]
  return (
    <Field {...fieldPropsOf(props)} {...frame} htmlFor={undefined}>
      <FormatProvider>
        <AriaSlider
          className={classNames(styles.slider, histogram && styles.withBins)}
          aria-label={name}
          value={[...value]}
          onChange={(values) => onChange(asPair(values))}
          {...withoutUndefined({
            onChangeEnd: onChangeEnd && ((values: number | number[]) => onChangeEnd(asPair(values))),
          })}
          minValue={min}
          maxValue={max}
          step={step}
          isDisabled={isDisabled}
        >
          <SliderTrack className={styles.track ?? ''}>
            {histogram && (
              <div className={styles.bins} data-count aria-hidden="true">
                {binShares(histogram, min, max, value).map((bin) => (
                  <i
                    key={bin.middle}
                    className={bin.isIn ? styles.in : undefined}
                    style={{ height: `${bin.share * 100}%` }}
                  />
                ))}
              </div>
            )}
            <div className={styles.done} style={{ left: `${from}%`, width: `${Math.max(0, to - from)}%` }} />
            {handles.map((handle) => (
              <SliderThumb
                key={handle.index}
                index={handle.index}
                className={styles.thumb ?? ''}
                aria-label={handle.label}
                {...withoutUndefined({ 'aria-describedby': aria['aria-describedby'] })}
                isDisabled={handle.isFixed || isDisabled}
                {...(handle.isFixed && { style: { display: 'none' } })}
              />
            ))}
          </SliderTrack>
        </AriaSlider>
      </FormatProvider>
    </Field>
  )
}
