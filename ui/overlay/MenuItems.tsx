import { type ComponentProps, useContext } from 'react'
import {
  Header,
  Menu,
  MenuItem,
  MenuSection,
  Popover,
  Separator,
  SubmenuTrigger,
  Text,
} from 'react-aria-components/Menu'
import { Icon } from '#ui/base/Icon.tsx'
import { ReadOnlyContext } from '#ui/base/read-only.ts'
import { Kbd } from '#ui/base/Kbd.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import { withoutUndefined } from '#ui/tokens/without-undefined.ts'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import styles from './Menu.module.css'
import type { MenuAction, MenuEntry } from './menu-entry.ts'

/** A disabled menu item that stays focusable, so that its reason can be read. */
function DisabledItem({ entry }: { readonly entry: MenuAction }) {
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      className={classNames(styles.item, styles.refused)}
      shouldCloseOnSelect={false}
      render={(props) => <div {...(props as ComponentProps<'div'>)} aria-disabled="true" />}
    >
      {entry.icon && <Icon name={entry.icon} />}
      <span className={styles.words}>
        <Text slot="label">{entry.label}</Text>
        {entry.why && (
          <Text slot="description" className={styles.detail ?? ''}>
            {entry.why}
          </Text>
        )}
      </span>
    </MenuItem>
  )
}

function ActionItem({ entry }: { readonly entry: MenuAction }) {
  const isNarrow = useIsNarrow()
  const { items, isChecked } = entry
  const item = (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      className={classNames(styles.item, entry.isDanger && styles.danger)}
      {...withoutUndefined({ onAction: entry.onAction, href: entry.href, onHoverChange: entry.onHover })}
      {...(isChecked !== undefined && { 'aria-current': isChecked ? 'true' : 'false' })}
    >
      {entry.icon && <Icon name={entry.icon} />}
      {isChecked !== undefined && (
        <span className={styles.check}>{isChecked && <Icon name="check" tone="accent" />}</span>
      )}
      <span className={styles.words}>
        {entry.label}
        {entry.detail && <small className={styles.detail}>{entry.detail}</small>}
      </span>
      {entry.keys && <Kbd keys={entry.keys} />}
      {items && <Icon name="chevron-right" size={14} />}
    </MenuItem>
  )
  if (items === undefined) return item
  return (
    <SubmenuTrigger>
      {item}
      <Popover className={styles.popover ?? ''} offset={2} placement={isNarrow ? 'bottom start' : 'end top'}>
        <MenuItems label={entry.label} entries={items} />
      </Popover>
    </SubmenuTrigger>
  )
}

export interface MenuItemsProps {
  readonly label: string
  readonly entries: readonly MenuEntry[]
  readonly onClose?: (() => void) | undefined
}

type MenuGroup = { readonly id: string; readonly heading?: string; readonly entries: MenuEntry[] }

/** Groups entries: a heading applies until the next heading or separator. */
function toParts(entries: readonly MenuEntry[]): readonly MenuGroup[] {
  const parts: MenuGroup[] = []
  for (const entry of entries) {
    const last = parts.at(-1)
    if (entry.kind === 'heading') parts.push({ id: entry.id, heading: entry.label, entries: [] })
    else if (last === undefined || entry.kind === 'separator') parts.push({ id: entry.id, entries: [entry] })
    else last.entries.push(entry)
  }
  return parts
}

const toItem = (entry: MenuEntry, readOnly: string | undefined) => {
  if (entry.kind === 'separator') return <Separator key={entry.id} className={styles.separator ?? ''} />
  if (entry.kind === 'heading') return null
  if (entry.isWrite && readOnly !== undefined)
    return <DisabledItem key={entry.id} entry={{ ...entry, why: readOnly }} />
  return entry.isDisabled ? <DisabledItem key={entry.id} entry={entry} /> : <ActionItem key={entry.id} entry={entry} />
}

export function MenuItems({ label, entries, onClose }: MenuItemsProps) {
  const readOnly = useContext(ReadOnlyContext)
  const item = (entry: MenuEntry) => toItem(entry, readOnly)
  return (
    <Menu className={styles.menu ?? ''} aria-label={label} {...withoutUndefined({ onClose })}>
      {toParts(entries).map((part) =>
        part.heading === undefined ? (
          part.entries.map(item)
        ) : (
          <MenuSection key={part.id}>
            <Header className={styles.heading ?? ''}>{part.heading}</Header>
            {part.entries.map(item)}
          </MenuSection>
        ),
      )}
    </Menu>
  )
}
