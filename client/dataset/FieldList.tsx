import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import styles from './FieldList.module.css'

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
  /** Adds a part and returns its key. The part opens, and its first field gets the focus. */
  readonly onAdd?: (() => string) | undefined
  /** Column heads over the summaries, in wide windows. */
  readonly heads?: ReactNode
  readonly empty: string
}

/** Focuses the first field of a part that was just added, with its text selected. */
function useAddedFocus(added: string | undefined) {
  const details = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = added === undefined ? null : details.current?.querySelector<HTMLInputElement>('input, textarea')
    field?.focus()
    field?.select()
  }, [added])
  return details
}

interface RowProps<P> {
  readonly list: Props<P>
  readonly part: P
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly details: RefObject<HTMLDivElement | null>
}

/** One part of the list, with its fields while it is open. */
function FieldRow<P>({ list, part, isOpen, onToggle, details }: RowProps<P>) {
  const name = list.nameOf(part) || t('Without a name')
  return (
    <li className={styles['part']}>
      <div className={styles['line']}>
        <IconButton
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          label={isOpen ? t('Close %s', name) : t('Edit %s', name)}
          onPress={onToggle}
        />
        <span className={styles['name']}>{name}</span>
        {list.summary(part)}
        <IconButton icon="trash" label={t('Remove %s', name)} onPress={() => list.onRemove(part)} />
      </div>
      {isOpen && (
        <div ref={details} className={styles['details']}>
          {list.details(part)}
        </div>
      )}
    </li>
  )
}

/** A searchable list of columns or metrics that expand for editing; rendered step by step. */
export function FieldList<P extends { readonly key: string }>(props: Props<P>) {
  const { label, parts, nameOf } = props
  const [search, setSearch] = useState('')
  const [count, setCount] = useState(STEP)
  const [open, setOpen] = useState<string | null>(null)
  const [added, setAdded] = useState<string>()
  const opened = useAddedFocus(added)
  const add = (onAdd: () => string) => {
    const key = onAdd()
    setCount(Math.max(count, parts.length + 1))
    setOpen(key)
    setAdded(key)
  }
  const searchText = search.trim().toLowerCase()
  const found = parts.filter((part) => part.key === open || nameOf(part).toLowerCase().includes(searchText))
  return (
    <Stack gap={3}>
      <Inline gap={2} justify="between">
        <SearchField label={t('Search %s', label)} placeholder={t('Search')} value={search} onChange={setSearch} />
        {props.actions}
        {props.onAdd && (
          <Button icon="plus" onPress={() => props.onAdd && add(props.onAdd)}>
            {t('Add item')}
          </Button>
        )}
      </Inline>
      {found.length === 0 && <EmptyState size="sm" title={props.empty} />}
      <ul className={styles['list']} aria-label={label}>
        {props.heads && found.length > 0 && (
          <li className={styles['heads']} aria-hidden="true">
            {props.heads}
          </li>
        )}
        {found.slice(0, count).map((part) => {
          const isOpen = part.key === open
          return (
            <FieldRow
              key={part.key}
              list={props}
              part={part}
              isOpen={isOpen}
              onToggle={() => setOpen(isOpen ? null : part.key)}
              details={opened}
            />
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
