import { type ReactNode, use, useId, useRef, useState } from 'react'
import type { DraggedField } from '#controls/shared/drag-data.ts'
import { type RegisteredSlot, DropSlotRegistryContext } from '#controls/shared/drop-slot-registry.tsx'
import { nullShareText } from '#core/query/null-shares.ts'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { NullStrip } from '#ui/display/NullStrip.tsx'
import { TruncatedText } from '#ui/display/TruncatedText.tsx'
import { useDraggable } from '#ui/drag/use-draggable.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { Popover } from '#ui/overlay/Popover.tsx'
import type { ItemKind, SourceItem } from './source-items.ts'
import { useNullShare } from './null-shares.ts'
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
  /** Renders the profile of the column; absent for metrics. */
  readonly profile?: (() => ReactNode) | undefined
}

function entryOf(slot: RegisteredSlot, part: DraggedField): MenuEntry {
  const why = slot.refuses(part)
  return {
    id: slot.name,
    label: t('Add to %s', slot.label),
    isDisabled: why !== null,
    ...(why === null ? {} : { why }),
    onAction: () => slot.add(part),
  }
}

const nowhere = (): MenuEntry => ({ id: 'nowhere', label: t('No visible control accepts it'), isDisabled: true })

/**
 * A menu of all controls that accept the part, with the reason for those that do not. The keyboard alternative to
 * dragging.
 */
function AddMenu({ part }: { readonly part: DraggedField }) {
  const board = use(DropSlotRegistryContext)
  const [isOpen, setOpen] = useState(false)
  const slots = isOpen ? (board?.slots() ?? []) : []
  const label = t('Select where to add %s', part.label)
  return (
    <Menu
      label={label}
      trigger={<IconButton icon="plus" size="sm" label={label} />}
      isOpen={isOpen}
      onOpenChange={setOpen}
      items={slots.length > 0 ? slots.map((slot) => entryOf(slot, part)) : [nowhere()]}
    />
  )
}

function ProfileButton({ name, profile }: { readonly name: string; readonly profile: () => ReactNode }) {
  const label = t('Column profile of %s', name)
  return (
    <Popover
      label={label}
      title={name}
      width={300}
      placement="right top"
      trigger={<IconButton icon="chart-bar" size="sm" label={label} />}
    >
      {profile}
    </Popover>
  )
}

/** The certification, warning, currency and type of an item. Its description says them in words. */
function Marks({ item: { certified, warning, currency, detail } }: { readonly item: SourceItem }) {
  return (
    <>
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
      {currency && (
        <span title={t('In %s', currency)} aria-hidden="true">
          {currency}
        </span>
      )}
      {detail && (
        <span className={styles['detail']} aria-hidden="true">
          {detail}
        </span>
      )}
    </>
  )
}

/** A metric or column: a press adds it to the chart, dragging or its menu adds it to a control. */
export function SourceItemRow({ item, onAdd, profile }: Props) {
  const { name, label, detail, description, certified, warning, currency } = item
  const id = useId()
  const row = useRef<HTMLLIElement>(null)
  const part: DraggedField = { kind: item.kind === 'metric' ? 'metric' : 'column', name, label }
  useDraggable(row, () => part)
  const nullShare = useNullShare(row, item)
  const emptyText = nullShare === undefined ? '' : t('%s empty', nullShareText(nullShare))
  const about = [
    detail,
    emptyText,
    description,
    certified && t('Certified by %s', certified),
    warning,
    currency && t('In %s', currency),
  ]
    .filter(Boolean)
    .join('. ')
  return (
    <li ref={row} className={styles['row']}>
      <div
        role="button"
        tabIndex={0}
        className={styles['item']}
        onClick={onAdd}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          onAdd()
        }}
        title={[description, emptyText].filter(Boolean).join(' · ') || undefined}
        aria-label={t('Add %s to the chart', label)}
        aria-describedby={about ? id : undefined}
      >
        <Icon name={icons[item.kind]} size={14} />
        <span className={styles['name']}>
          <TruncatedText>{label}</TruncatedText>
          <NullStrip nullShare={nullShare} />
        </span>
        <Marks item={item} />
      </div>
      <div className={styles['acts']}>
        {profile && <ProfileButton name={label} profile={profile} />}
        <AddMenu part={part} />
      </div>
      {about && (
        <span id={id} hidden>
          {about}
        </span>
      )}
    </li>
  )
}
