import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { t } from '#core/text/t.ts'
import { TextLink } from '#ui/input/TextLink.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { deletionTexts } from './removal-texts.ts'
import type { ResourceListProps, EntityUse } from './list-props.ts'
import type { Row } from './use-resource-list.ts'

/** The maximum number of uses listed by name; the others are counted. */
const MAX_LISTED = 10

function Uses({ uses }: { readonly uses: readonly EntityUse[] }) {
  if (uses.length === 0) return null
  const more = uses.length - MAX_LISTED
  return (
    <p>
      {t('Used in:')}{' '}
      {uses.slice(0, MAX_LISTED).map(({ name, href }, index) => (
        <Fragment key={href}>
          {index > 0 && ', '}
          <TextLink href={href} isUnderlined>
            {name}
          </TextLink>
        </Fragment>
      ))}
      {more > 0 && ` ${t('and %s more', more)}`}
    </p>
  )
}

/** The uses of these rows, shown before they are deleted. */
export function UsageList<R extends Row>({
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
  return <Uses uses={used.data ?? []} />
}

interface UsageRequest<R> {
  readonly rows: readonly R[]
  readonly uses: readonly EntityUse[]
}

/** Returns a function that deletes unused rows at once and asks first if any is in use. */
export function useConfirmedRemoval<R extends Row>(
  list: ResourceListProps<R>,
  remove: (rows: readonly R[]) => void,
): readonly [begin: (rows: readonly R[]) => void, dialog: ReactNode] {
  const [requested, ask] = useState<UsageRequest<R>>()
  const words = list.removal ?? deletionTexts()
  const begin = (rows: readonly R[]) =>
    void Promise.resolve(list.usedIn?.(rows) ?? [])
      // If the uses cannot be loaded, the deletion can still be undone.
      .catch((): readonly EntityUse[] => [])
      .then((uses) => (uses.length === 0 ? remove(rows) : ask({ rows, uses })))
  const close = () => ask(undefined)
  const dialog = requested && (
    <ConfirmDialog
      title={words.question(requested.rows.map(list.nameOf).join(', '))}
      isOpen
      onClose={close}
      onConfirm={() => {
        close()
        remove(requested.rows)
      }}
      confirmLabel={words.verb}
      cancelLabel={t('Cancel')}
      tone="danger"
    >
      <Uses uses={requested.uses} />
    </ConfirmDialog>
  )
  return [begin, dialog]
}
