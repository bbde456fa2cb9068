import { t } from '#core/text/t.ts'
import type { LegendPlace } from './legend-place.ts'
import type { Categories } from './props.ts'
import styles from './View.module.css'

interface Props {
  readonly categories: Categories
  readonly colors: readonly string[]
  readonly corner: LegendPlace['corner']
  /** Names of categories whose points are not drawn. */
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (name: string) => void
}

/** Entries written out; what is beyond is counted. */
const MOST = 40

/** The colours of a map and what they mean; pressing one hides its points. */
export function MapLegend({ categories, colors, corner, hidden, onToggle }: Props) {
  const rest = categories.texts.length - MOST
  return (
    <div className={styles['legend']} data-corner={corner} role="group" aria-label={categories.title}>
      <p className={styles['legendTitle']}>{categories.title}</p>
      {categories.names.slice(0, MOST).map((name, at) => (
        <button
          type="button"
          key={name}
          className={styles['entry']}
          aria-pressed={!hidden.has(name)}
          onClick={() => onToggle(name)}
        >
          <span className={styles['key']} style={{ background: colors[at] }} />
          <bdi>{categories.texts[at]}</bdi>
        </button>
      ))}
      {rest > 0 && <p className={styles['more']}>{t('%s more', String(rest))}</p>}
    </div>
  )
}
