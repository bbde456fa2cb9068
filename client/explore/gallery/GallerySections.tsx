import type { ChartType } from '#charts/chart.ts'
import { t } from '#core/text/t.ts'
import { categoriesOf, isInSection, recommendedTags, type GallerySection, tagsOf } from './find-charts.ts'
import { useRovingFocus } from '#ui/layout/use-roving-focus.ts'
import styles from './Gallery.module.css'

interface Props {
  readonly all: readonly ChartType[]
  readonly shelf: GallerySection
  /** True if there are suggestions on the user's data. */
  readonly hasData: boolean
  readonly onChoose: (shelf: GallerySection) => void
}

const nameOf = (section: GallerySection) => ('name' in section ? section.name : undefined)
const isSame = (a: GallerySection, b: GallerySection) => a.kind === b.kind && nameOf(a) === nameOf(b)

/**
 * The sections of the gallery with their counts: all charts, suggestions, recommended tags, categories and other tags.
 */
export function GallerySections({ all, shelf, hasData, onChoose }: Props) {
  const roving = useRovingFocus<HTMLElement>()
  const entry = (to: GallerySection, label: string) => (
    <button
      key={label}
      type="button"
      className={styles['shelf']}
      aria-pressed={isSame(shelf, to)}
      onClick={() => onChoose(to)}
    >
      {label}
      {to.kind !== 'data' && (
        <span className={styles['count']} aria-hidden="true">
          {all.filter((each) => isInSection(to, each)).length}
        </span>
      )}
    </button>
  )
  const part = (title: string, kind: 'category' | 'tag', names: readonly string[]) => (
    <div role="group" aria-label={title} className={styles['part']}>
      <h3 className={styles['head']}>{title}</h3>
      {names.map((name) => entry({ kind, name }, t(name)))}
    </div>
  )
  return (
    <nav className={styles['shelves']} aria-label={t('Categories')} {...roving}>
      {entry({ kind: 'all' }, t('All charts'))}
      {hasData && entry({ kind: 'data' }, t('For your data'))}
      {part(t('Recommended tags'), 'tag', recommendedTags)}
      {part(t('Category'), 'category', categoriesOf(all))}
      {part(t('Tags'), 'tag', tagsOf(all))}
    </nav>
  )
}
