import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t, tn } from '#core/text/t.ts'
import { pageActions } from '#client/shell/page-actions.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { Kbd } from '#ui/base/Kbd.tsx'
import { announce } from '#ui/base/announce.ts'
import { useNavigateTo } from '#ui/layout/navigate-to.ts'
import { Modal } from '#ui/overlay/Modal.tsx'
import styles from './CommandPalette.module.css'
import { closestItems, type PaletteGroup, type PaletteItem } from './palette-items.ts'
import { useSearchResults } from './use-search-results.ts'

interface Props {
  /** Commands and pages available everywhere. */
  readonly everywhere: readonly PaletteItem[]
  /** Returns what was typed while the palette was loading. */
  readonly takeTyped: () => string
  readonly onClose: () => void
}

interface LineProps {
  readonly id: string
  readonly item: PaletteItem
  readonly isActive: boolean
  readonly onPress: () => void
  readonly onPoint: () => void
}

function Line({ id, item, isActive, onPress, onPoint }: LineProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys, and points at the line
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles['line']}
      onPointerMove={onPoint}
      onClick={onPress}
    >
      <Icon name={item.icon} />
      <span className={styles['label']}>{item.label}</span>
      {item.detail && <small className={styles['detail']}>{item.detail}</small>}
      {item.keys && <Kbd keys={item.keys} />}
    </div>
  )
}

/** The typed text, and the active result that Enter runs. */
function useActive(items: readonly PaletteItem[], take: (item: PaletteItem) => void) {
  const [active, setActive] = useState<string>()
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === active),
  )
  const move = (by: number) => setActive(items[(at + by + items.length) % Math.max(1, items.length)]?.id)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const item = items[at]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter' && item) take(item)
    else return
    event.preventDefault()
  }
  return { current: items[at], setActive, onKeyDown }
}

interface FieldProps {
  readonly base: string
  readonly typed: string
  readonly hasAny: boolean
  /** The id of the active result. */
  readonly active: string | undefined
  readonly onType: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The search field; its keys move through the results. */
function Field({ base, typed, hasAny, active, onType, onKeyDown }: FieldProps) {
  return (
    <input
      className={styles['field']}
      type="text"
      role="combobox"
      aria-label={t('A name, or what to do')}
      aria-expanded={hasAny}
      aria-controls={`${base}-list`}
      aria-autocomplete="list"
      aria-activedescendant={active}
      placeholder={t('Dashboard, chart, column, value, time range or command')}
      autoComplete="off"
      spellCheck={false}
      autoFocus
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

interface LinesProps {
  readonly base: string
  readonly groups: readonly PaletteGroup[]
  readonly current: PaletteItem | undefined
  readonly lineId: (item: PaletteItem) => string
  readonly isLoading: boolean
  readonly onTake: (item: PaletteItem) => void
  readonly onPoint: (id: string) => void
}

/** The results, grouped by type. */
function Lines({ base, groups, current, lineId, isLoading, onTake, onPoint }: LinesProps) {
  return (
    <div id={`${base}-list`} role="listbox" aria-label={t('Found')} className={styles['list']} aria-busy={isLoading}>
      {groups.map((group) => (
        <div key={group.id} role="group" aria-label={group.heading}>
          <h3 className={styles['heading']} aria-hidden="true">
            {group.heading}
          </h3>
          {group.items.map((item) => (
            <Line
              key={item.id}
              id={lineId(item)}
              item={item}
              isActive={item === current}
              onPress={() => onTake(item)}
              onPoint={() => onPoint(item.id)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Opens any dashboard, chart or dataset and runs commands of the page, by name. */
export function CommandPalette({ everywhere, takeTyped, onClose }: Props) {
  const go = useNavigateTo()
  const [typed, setTyped] = useState(takeTyped)
  const [actions] = useState(() =>
    pageActions().map(({ icon = 'play', ...act }): PaletteItem => ({ ...act, id: `act ${act.id}`, icon })),
  )
  const found = useSearchResults(typed)
  const groups: readonly PaletteGroup[] = [
    { id: 'acts', heading: t('On this page'), items: closestItems(actions, typed, 12) },
    ...found.groups,
    { id: 'everywhere', heading: t('Everywhere'), items: closestItems(everywhere, typed, 12) },
  ].filter(({ items }) => items.length > 0)
  const items = groups.flatMap((group) => group.items)
  const take = (item: PaletteItem) => {
    onClose()
    if (item.href !== undefined) go(item.href)
    else item.act?.()
  }
  const { current, setActive, onKeyDown } = useActive(items, take)
  const base = useId()
  const lineId = (item: PaletteItem) => `${base}-${items.indexOf(item)}`
  const { isLoading } = found
  const count = items.length
  useEffect(() => {
    if (typed !== '' && !isLoading)
      announce(count === 0 ? t('Nothing found') : tn('%s found', '%s found', count, count))
  }, [typed, isLoading, count])
  return (
    <Modal title={t('Search or run a command')} isOpen onClose={onClose} size="md" isFlush>
      <Field
        base={base}
        typed={typed}
        hasAny={count > 0}
        active={current && lineId(current)}
        onType={(text) => {
          setTyped(text)
          setActive(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <Lines
        base={base}
        groups={groups}
        current={current}
        lineId={lineId}
        isLoading={isLoading}
        onTake={take}
        onPoint={setActive}
      />
      {count === 0 && <p className={styles['none']}>{isLoading ? t('Searching') : t('No results for “%s”', typed)}</p>}
    </Modal>
  )
}
