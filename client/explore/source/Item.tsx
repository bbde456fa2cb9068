import { useId } from 'react'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/display/Icon.tsx'
import type { IconName } from '#ui/display/icon-paths.ts'
import { TruncatedText } from '#ui/display/TruncatedText.tsx'
import type { ItemKind, SourceItem } from './source-items.ts'
import styles from './SourcePanel.module.css'

const icons: Readonly<Record<ItemKind, IconName>> = {
  metric: 'function',
  calculated: 'function',
  time: 'clock',
  number: 'hash',
  boolean: 'boolean',
  text: 'text',
}

interface Props {
  readonly item: SourceItem
  readonly onAdd: () => void
}

/** A metric or column; pressing it adds it to the chart. */
export function Item({ item, onAdd }: Props) {
  const { label, detail, description, certified, warning } = item
  const id = useId()
  const told = [description, certified && t('Certified by %s', certified), warning].filter(Boolean).join('. ')
  return (
    <li>
      <button
        type="button"
        className={styles['item']}
        onClick={onAdd}
        title={description || undefined}
        aria-label={t('Add %s to the chart', label)}
        aria-describedby={told ? id : undefined}
      >
        <Icon name={icons[item.kind]} size={14} />
        <span className={styles['name']}>
          <TruncatedText>{label}</TruncatedText>
        </span>
        {certified && (
          <span title={t('Certified by %s', certified)}>
            <Icon name="certified" size={14} tone="accent" />
          </span>
        )}
        {warning && (
          <span title={warning}>
            <Icon name="warning" size={14} tone="warn" />
          </span>
        )}
        {detail && <span className={styles['detail']}>{detail}</span>}
      </button>
      {told && (
        <span id={id} hidden>
          {told}
        </span>
      )}
    </li>
  )
}
