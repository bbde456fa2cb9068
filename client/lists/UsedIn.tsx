import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { t } from '#core/text/t.ts'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { deletion } from './removal-words.ts'
import type { ResourceListProps } from './list-props.ts'
import type { Row } from './use-resource-list.ts'

/** The most things that are named; of more it is told how many. */
const MOST = 10

function Uses({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  const listed = names.slice(0, MOST).join(', ')
  const more = names.length - MOST
  return <p>{t('Used in: %s', more > 0 ? t('%s and %s more', listed, more) : listed)}</p>
}

/** What uses these rows, told before they are deleted. */
export function UsedIn<R extends Row>({
  list,
  rows,
}: {
  readonly list: ResourceListProps<R>
  readonly rows: readonly R[]
}) {
  const used = useQuery({
    queryKey: ['used', list.name, ...rows.map(({ id }) => id)],
    queryFn: () => list.usedIn?.(rows) ?? [],
    enabled: list.usedIn !== undefined,
    staleTime: 0,
  })
  return <Uses names={used.data ?? []} />
}

interface Asked<R> {
  readonly rows: readonly R[]
  readonly names: readonly string[]
}

/** Deletes rows at once where nothing uses them, and asks first where something does. */
export function useAskedRemoval<R extends Row>(
  list: ResourceListProps<R>,
  remove: (rows: readonly R[]) => void,
): readonly [begin: (rows: readonly R[]) => void, dialog: ReactNode] {
  const [asked, ask] = useState<Asked<R>>()
  const words = list.removal ?? deletion()
  const begin = (rows: readonly R[]) =>
    void Promise.resolve(list.usedIn?.(rows) ?? [])
      // Who cannot be told what uses a row has the way back all the same.
      .catch((): readonly string[] => [])
      .then((names) => (names.length === 0 ? remove(rows) : ask({ rows, names })))
  const close = () => ask(undefined)
  const dialog = asked && (
    <ConfirmDialog
      title={words.question(asked.rows.map(list.nameOf).join(', '))}
      isOpen
      onClose={close}
      onConfirm={() => {
        close()
        remove(asked.rows)
      }}
      confirmLabel={words.verb}
      cancelLabel={t('Cancel')}
      tone="danger"
    >
      <Uses names={asked.names} />
    </ConfirmDialog>
  )
  return [begin, dialog]
}
