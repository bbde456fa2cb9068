import { type ReactNode, useState } from 'react'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import styles from './PartList.module.css'

/** The number of parts rendered per step. */
const STEP = 50

interface Props<P> {
  readonly label: string
  readonly parts: readonly P[]
  readonly nameOf: (part: P) => string
  /** Shown next to the name, always. */
  readonly summary: (part: P) => ReactNode
  /** Shown below the name while the part is expanded. */
  readonly details: (part: P) => ReactNode
  readonly onRemove: (part: P) => void
  readonly actions?: ReactNode
  readonly empty: string
}

/** A searchable list of columns or metrics that expand for editing; rendered step by step. */
export function PartList<P extends { readonly key: string }>(props: Props<P>) {
  const { label, parts, nameOf } = props
  const [search, setSearch] = useState('')
  const [count, setCount] = useState(STEP)
  const [open, setOpen] = useState<string | null>(null)
  const wanted = search.trim().toLowerCase()
  const found = parts.filter((part) => part.key === open || nameOf(part).toLowerCase().includes(wanted))
  return (
    <Stack gap={3}>
      <Inline gap={2} justify="between">
        <SearchField label={t('Search %s', label)} placeholder={t('Search')} value={search} onChange={setSearch} />
        {props.actions}
      </Inline>
      {found.length === 0 && <EmptyState size="sm" title={props.empty} />}
      <ul className={styles['list']} aria-label={label}>
        {found.slice(0, count).map((part) => {
          const name = nameOf(part) || t('Without a name')
          const isOpen = part.key === open
          return (
            <li key={part.key} className={styles['part']}>
              <div className={styles['line']}>
                <IconButton
                  icon={isOpen ? 'chevron-down' : 'chevron-right'}
                  label={isOpen ? t('Close %s', name) : t('Edit %s', name)}
                  onPress={() => setOpen(isOpen ? null : part.key)}
                />
                <span className={styles['name']}>{name}</span>
                {props.summary(part)}
                <IconButton icon="trash" label={t('Remove %s', name)} onPress={() => props.onRemove(part)} />
              </div>
              {isOpen && <div className={styles['details']}>{props.details(part)}</div>}
            </li>
          )
        })}
      </ul>
      {found.length > count && (
        <Button variant="quiet" onPress={() => setCount(count + STEP)}>
          {t('Show more (%s of %s)', String(count), String(found.length))}
        </Button>
      )}
    </Stack>
  )
}
