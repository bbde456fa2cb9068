import { t } from '#core/text/t.ts'
import type { Legend, LegendPosition } from './legend-position.ts'
import styles from './scene.module.css'

interface Props {
  readonly legend: Legend
  readonly corner: LegendPosition['corner']
}

/** The maximum number of entries shown; the number of further ones is shown instead. */
const MAX_ENTRIES = 40

/** The legend of a map. Clicking an entry hides its marks if the legend allows it. */
export function MapLegend({ legend, corner }: Props) {
  const { title, entries, toggle } = legend
  const rest = entries.length - MAX_ENTRIES
  return (
    <div className={styles['legend']} data-corner={corner} role="group" aria-label={title}>
      <p className={styles['legendTitle']}>{title}</p>
      {entries.slice(0, MAX_ENTRIES).map(({ name, text, color }) => {
        const inner = (
          <>
            <span className={styles['key']} style={{ background: color }} />
            <bdi>{text}</bdi>
          </>
        )
        if (!toggle)
          return (
            <span key={name} className={styles['entry']}>
              {inner}
            </span>
          )
        return (
          <button
            type="button"
            key={name}
            className={styles['entry']}
            aria-pressed={!toggle.hidden.has(name)}
            onClick={() => toggle.onToggle(name)}
          >
            {inner}
          </button>
        )
      })}
      {rest > 0 && <p className={styles['more']}>{t('%s more', String(rest))}</p>}
    </div>
  )
}
