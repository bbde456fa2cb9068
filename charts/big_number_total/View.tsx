import { figureText, fit } from './figure.ts'
import type { BigNumberProps } from './props.ts'
import styles from './View.module.css'
import type { Canvas } from '#charts/chart.ts'
import { usePainted, usePicture } from '#charts/shared/picture.tsx'
import { t } from '#core/text/t.ts'
import { classNames } from '#ui/tokens/class-names.ts'

export default function BigNumberView(props: BigNumberProps & Canvas) {
  const { width, height, value, subheader, onRendered } = props
  const text = figureText(props)
  const { beside, figure, below } = fit(props, text || t('No data'), width, height)
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
        title={String(value ?? '')}
      >
        {text || t('No data')}
      </p>
      {subheader !== '' && (
        <p className={styles['below']} style={{ fontSize: below }} dir="auto">
          {subheader}
        </p>
      )}
    </div>
  )
}
