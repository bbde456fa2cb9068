import { type FigureLayout, type FigureProps, figureText, isKeyFigureHeight, KEY_FIGURE_LINE_HEIGHT } from './figure.ts'
import styles from './figure.module.css'
import { t } from '#core/text/t.ts'
import { VisuallyHidden } from '#ui/base/VisuallyHidden.tsx'
import { classNames } from '#ui/tokens/class-names.ts'

/** The text for a missing number. */
export const MISSING_NUMBER = '–'

export interface FigureBoxProps {
  readonly figure: FigureProps
  readonly fit: FigureLayout
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Lines below the number, all different. */
  readonly below: readonly string[]
}

/** One number in its box, with lines of text below. */
export function Figure({ figure, fit, width, height, below }: FigureBoxProps) {
  const text = figureText(figure)
  // Key figures in a row share one baseline: space for the text below is reserved even without text.
  const room =
    isKeyFigureHeight(height) && (fit.isInline || below.length === 0) ? { paddingBottom: KEY_FIGURE_LINE_HEIGHT } : {}
  return (
    <div
      className={classNames(styles['box'], fit.isInline && styles['beside'])}
      style={{ width, height, ...room }}
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
            <span aria-hidden="true">{MISSING_NUMBER}</span>
            <VisuallyHidden>{t('No data')}</VisuallyHidden>
          </>
        ) : (
          text
        )}
      </p>
      {below.map((line) => (
        <p key={line} className={styles['below']} style={{ fontSize: fit.below }} dir="auto">
          {line}
        </p>
      ))}
    </div>
  )
}
