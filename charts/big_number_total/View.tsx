import { changeText, figureText, fit } from './figure.ts'
import type { BigNumberProps } from './props.ts'
import styles from './View.module.css'
import type { Canvas } from '#charts/chart.ts'
import { usePainted, usePicture } from '#charts/shared/picture.tsx'
import { t } from '#core/text/t.ts'
import { VisuallyHidden } from '#ui/layout/VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'

/** Stands where there is no number. */
const NOTHING = '–'

export default function BigNumberView(props: BigNumberProps & Canvas) {
  const { width, height, value, onRendered } = props
  const text = figureText(props)
  // Without a value there is nothing to say of it, nor has it a unit.
  const subheader = text === '' ? '' : (changeText(props) ?? props.subheader)
  const { beside, figure, below } = fit({ ...props, subheader }, text || NOTHING, width, height)
  usePainted(usePicture(props), onRendered)
  return (
    <div
      className={classNames(styles['box'], beside && styles['beside'])}
      style={{ width, height }}
      role="group"
      aria-label={props.label}
    >
      <p
        className={classNames(styles['figure'], text === '' && styles['none'])}
        style={{ fontSize: figure }}
        title={text === '' ? t('No data') : String(value ?? '')}
      >
        {text === '' ? (
          <>
            <span aria-hidden="true">{NOTHING}</span>
            <VisuallyHidden>{t('No data')}</VisuallyHidden>
          </>
        ) : (
          text
        )}
      </p>
      {subheader !== '' && (
        <p className={styles['below']} style={{ fontSize: below }} dir="auto">
          {subheader}
        </p>
      )}
    </div>
  )
}
