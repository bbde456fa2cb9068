import type { TableOrder } from './cells.ts'
import type { ColumnActions } from './use-columns.tsx'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'

/** The step of the resize entries, in px. */
const STEP = 40

interface HeaderMenuContext {
  readonly width: number
  readonly order: TableOrder | undefined
  readonly onSort: (order: TableOrder) => void
}

function orders(at: number, { order, onSort }: HeaderMenuContext): readonly MenuEntry[] {
  const entry = (id: string, label: string, isDescending: boolean): MenuEntry => ({
    id,
    label,
    isChecked: order?.column === at && order.isDescending === isDescending,
    onAction: () => onSort({ column: at, isDescending }),
  })
  return [entry('ascending', t('Sort ascending'), false), entry('descending', t('Sort descending'), true)]
}

function moveEntries(at: number, { shown, canMove, mayMove, move, pin }: ColumnActions): readonly MenuEntry[] {
  const edge = shown[at]?.pin ?? null
  const step = (id: string, label: string, to: number): MenuEntry => ({
    id,
    label,
    keys: to < at ? 'Alt+←' : 'Alt+→',
    isDisabled: !mayMove(at, to),
    onAction: () => move(at, to),
  })
  const pinned = (id: string, label: string, to: 'left' | 'right'): MenuEntry => ({
    id,
    label,
    isChecked: edge === to,
    onAction: () => pin(at, edge === to ? null : to),
  })
  return [
    ...(canMove ? [step('move-left', t('Move left'), at - 1), step('move-right', t('Move right'), at + 1)] : []),
    pinned('pin-left', t('Pin left'), 'left'),
    pinned('pin-right', t('Pin right'), 'right'),
  ]
}

function widths(at: number, width: number, { shown, resize }: ColumnActions): readonly MenuEntry[] {
  return [
    { id: 'wider', label: t('Wider'), keys: 'Shift+→', onAction: () => resize(at, width + STEP) },
    { id: 'narrower', label: t('Narrower'), keys: 'Shift+←', onAction: () => resize(at, Math.max(STEP, width - STEP)) },
    {
      id: 'width',
      label: t('Reset width'),
      isDisabled: shown[at]?.width === null,
      onAction: () => resize(at, null),
    },
  ]
}

function visibilityEntries(
  at: number,
  { shown, hidden, hide, show, isChanged, reset }: ColumnActions,
): readonly MenuEntry[] {
  const isLast = shown.length < 2
  const all: MenuEntry = { id: 'all', label: t('All columns'), onAction: () => show(hidden.map(({ key }) => key)) }
  const each = hidden.map(
    ({ key, title }): MenuEntry => ({
      id: `show ${key}`,
      label: title,
      onAction: () => show([key]),
    }),
  )
  return [
    {
      id: 'hide',
      label: t('Hide column'),
      icon: 'eye-off',
      isDisabled: isLast,
      why: isLast ? t('One column stays') : undefined,
      onAction: () => hide(at),
    },
    ...(hidden.length > 0
      ? [
          {
            id: 'show',
            label: t('Show column'),
            icon: 'eye',
            items: hidden.length > 1 ? [all, ...each] : each,
          } as const,
        ]
      : []),
    { id: 'reset', label: t('Columns as they were'), icon: 'undo', isDisabled: !isChanged, onAction: reset },
  ]
}

/** Returns the menu of a column header, by its displayed position. */
export function headerMenu(at: number, actions: ColumnActions, around: HeaderMenuContext): readonly MenuEntry[] {
  return [
    ...orders(at, around),
    { kind: 'separator', id: 'of order' },
    ...moveEntries(at, actions),
    { kind: 'separator', id: 'of place' },
    ...widths(at, around.width, actions),
    { kind: 'separator', id: 'of width' },
    ...visibilityEntries(at, actions),
  ]
}
