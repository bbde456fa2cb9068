import type { BundleAction, BundleChange } from '#core/rest/bundle.ts'
import { t, tn } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import type { Tone } from '#ui/base/tone.ts'
import styles from './ChangeList.module.css'

const tones: Readonly<Record<BundleAction, Tone>> = {
  create: 'good',
  update: 'warn',
  restore: 'good',
  keep: 'neutral',
  same: 'neutral',
}

const actionTexts = (): Readonly<Record<BundleAction, string>> => ({
  create: t('New'),
  update: t('Changed'),
  restore: t('Brought back'),
  keep: t('Stays as it is'),
  same: t('Equal'),
})

const kindTexts = (): Readonly<Record<BundleChange['kind'], string>> => ({
  database: t('Database'),
  dataset: t('Dataset'),
  chart: t('Chart'),
  dashboard: t('Dashboard'),
  saved_query: t('Saved query'),
})

function Fields({ change }: { readonly change: BundleChange }) {
  const { fields, more } = change
  return (
    <details className={styles['fields']}>
      <summary>{tn('%s field', '%s fields', fields.length + more, fields.length + more)}</summary>
      <dl>
        {fields.map(({ name, before, after }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <del>{before ?? t('nothing')}</del>
              <ins>{after ?? t('nothing')}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {more > 0 && <p>{tn('and %s more', 'and %s more', more, more)}</p>}
    </details>
  )
}

/** The effects of an import per file; changes come first. */
export function ChangeList({ changes }: { readonly changes: readonly BundleChange[] }) {
  const order: readonly BundleAction[] = ['update', 'restore', 'create', 'keep', 'same']
  const sorted = changes.toSorted((a, b) => order.indexOf(a.action) - order.indexOf(b.action))
  return (
    <ul className={styles['list']} aria-label={t('What the import does')}>
      {sorted.map((change) => (
        <li key={change.path} title={change.path}>
          <Badge tone={tones[change.action]} isOutlined>
            {actionTexts()[change.action]}
          </Badge>
          <span className={styles['name']}>{change.name}</span>
          <span className={styles['kind']}>{kindTexts()[change.kind]}</span>
          {change.fields.length > 0 && <Fields change={change} />}
        </li>
      ))}
    </ul>
  )
}
