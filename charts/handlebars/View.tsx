import { useContext, useEffect, useId, useMemo } from 'react'
import { renderTemplate } from './render-template.tsx'
import type { HandlebarsProps } from './props.ts'
import styles from './View.module.css'
import type { ChartViewProps } from '#charts/chart.ts'
import { usePainted } from '#charts/shared/echarts/use-picture.tsx'
import { t, tn } from '#core/text/t.ts'
import { pageNonce } from '#ui/tokens/page-nonce.ts'
import { PrintContext } from '#ui/tokens/print-settings.ts'

export { toProps } from './props.ts'

/** Adds styles to the page while the component is mounted. */
function useStyles(css: string): void {
  useEffect(() => {
    if (css === '') return
    const element = document.createElement('style')
    element.nonce = pageNonce()
    element.textContent = css
    document.head.append(element)
    return () => element.remove()
  }, [css])
}

export default function HandlebarsView(props: HandlebarsProps & ChartViewProps) {
  const { template, style, rows, totals, width, height } = props
  const id = useId().replace(/\W/g, '')
  const made = useMemo(
    () => renderTemplate({ template, style, rows, totals }, `[data-template="${id}"]`),
    [template, style, rows, totals, id],
  )
  // Printed pages show the whole list.
  const isOnPaper = useContext(PrintContext) !== undefined
  const isLongList = made.isLongList && !isOnPaper
  useStyles(made.css)
  usePainted(made, props.onRendered)
  return (
    <div className={styles['box']} style={{ width, height }}>
      {made.fault === undefined ? (
        <section
          className={styles['page']}
          aria-label={tn('Written from %s row', 'Rendered from %s rows', rows.length, rows.length)}
          data-template={id}
          data-long-list={isLongList || undefined}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
          tabIndex={0}
        >
          {made.markup?.node}
        </section>
      ) : (
        <div className={styles['fault']} role="alert">
          <strong>{t('The template could not be rendered')}</strong>
          <pre>{made.fault}</pre>
        </div>
      )}
      {made.note !== undefined && <p className={styles['note']}>{made.note}</p>}
    </div>
  )
}
