import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { useScrollEdges } from '#ui/base/use-scroll-edges.ts'
import { classNames } from '#ui/tokens/class-names.ts'
import { nextIndex } from './roving-index.ts'
import styles from './Tabs.module.css'

export interface TabItem {
  readonly id: string
  readonly label: ReactNode
  /** The accessible name if the label is not plain text. */
  readonly textValue?: string | undefined
  readonly count?: number | undefined
  readonly icon?: IconName | undefined
  readonly isDisabled?: boolean | undefined
  /** Shown next to the tab, outside of its button. */
  readonly end?: ReactNode | undefined
}

export interface TabsProps {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** Called with the tab under the pointer, and with undefined when the pointer leaves it. */
  readonly onHover?: ((id: string | undefined) => void) | undefined
  readonly size?: 'sm' | 'md' | undefined
  readonly end?: ReactNode | undefined
  /** The panel of the selected tab. */
  readonly children?: ReactNode | undefined
  /** Whether the panel takes the remaining height. */
  readonly isFill?: boolean | undefined
}

/** Scrolls a tab list so that the selected tab is visible, without scrolling the page. */
function showSelected(list: HTMLElement): void {
  const box = list.getBoundingClientRect()
  const tab = list.querySelector('[aria-selected=true]')?.getBoundingClientRect()
  if (!tab) return
  if (tab.left < box.left) list.scrollLeft -= box.left - tab.left
  else if (tab.right > box.right) list.scrollLeft += tab.right - box.right
}

const hoverHandlers = (onHover: TabsProps['onHover'], id: string) =>
  onHover ? { onPointerEnter: () => onHover(id), onPointerLeave: () => onHover(undefined) } : {}

interface TabProps extends Pick<TabsProps, 'onSelect' | 'onHover'> {
  readonly item: TabItem
  readonly id: string
  readonly isSelected: boolean
  readonly panelId: string | undefined
}

function Tab({ item, id, isSelected, panelId, onSelect, onHover }: TabProps) {
  return (
    <div role="presentation" className={classNames(styles.item, isSelected && styles.selected)}>
      <button
        type="button"
        role="tab"
        id={id}
        className={styles.tab}
        aria-selected={isSelected}
        aria-controls={isSelected ? panelId : undefined}
        aria-label={item.textValue}
        tabIndex={isSelected ? 0 : -1}
        disabled={item.isDisabled}
        onClick={() => onSelect(item.id)}
        {...hoverHandlers(isSelected ? undefined : onHover, item.id)}
      >
        {item.icon && <Icon name={item.icon} />}
        {item.label}
        {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
      </button>
      {item.end}
    </div>
  )
}

export function Tabs(props: TabsProps) {
  const { label, items, selected, onSelect, onHover, size = 'md', end, children, isFill } = props
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const more = useScrollEdges(list, items.length)
  useEffect(() => {
    if (list.current) showSelected(list.current)
  }, [selected])
  const tabId = (id: string) => `${base}-${id}`
  const panelId = `${base}panel`
  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.id === selected)
    const next = nextIndex(event.key, at, items.length, (index) => items[index]?.isDisabled === true)
    const item = next === undefined ? undefined : items[next]
    if (item === undefined) return
    event.preventDefault()
    onSelect(item.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus()
  }
  const bar = (
    <div className={classNames(styles.bar, styles[size])}>
      <div
        role="tablist"
        aria-label={label}
        className={styles.list}
        ref={list}
        data-more={more || undefined}
        onKeyDown={onKeyDown}
      >
        {items.map((item) => (
          <Tab
            key={item.id}
            item={item}
            id={tabId(item.id)}
            isSelected={item.id === selected}
            panelId={children === undefined ? undefined : panelId}
            onSelect={onSelect}
            onHover={onHover}
          />
        ))}
      </div>
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </div>
  )
  if (children === undefined) return bar
  return (
    <div className={classNames(styles.whole, isFill && styles.fill)}>
      {bar}
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(selected)} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}
