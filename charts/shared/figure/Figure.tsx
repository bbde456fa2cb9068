import type { ReactNode } from 'react'
import { type Fit, type FigureProps, figureText } from './figure.ts'
import styles from './figure.module.css'
import { t } from '#core/text/t.ts'
import { VisuallyHidden } from '#ui/layout/VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'

/** Stands where there is no number. */
export const NOTHING = '–'

export interface FigureBoxProps {
  readonly figure: FigureProps
  readonly fit: Fit
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Lines below the number. */
  readonly below: readonly ReactNode[]
}

/** One number in its box, with lines of text below it. */
export function Figure({ figure, fit, width, height, below }: FigureBoxProps) {
  const text = figureText(figure)
  return (
    <div
      className={classNames(styles['box'], fit.beside && styles['beside'])}
      style={{ width, height }}
      role="group"
      aria-label={figure.label}
    >
      <p
        className={classNames(styles['figure'], text === '' && styles['none'])}
        style={{ fontSize: fit.figure }}
        title={text === '' ? t('No data') : String(figure.value ?? '')}
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
      {below.map((line, index) => (
        <p key={index} className={styles['below']} style={{ fontSize: fit.below }} dir="auto">
          {line}
        </p>
      ))}
    </div>
  )
}
