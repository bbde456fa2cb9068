import { useNavigate, useSearch } from '@tanstack/react-router'
import type { DeletedItemType } from '#calls/deleted-items.ts'
import { RecycleBinList } from '#client/lists/bin/RecycleBinList.tsx'
import { session } from '#client/session/session.ts'
import { hasPermission } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { SegmentedControl } from '#ui/input/SegmentedControl.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

interface Kind {
  readonly value: DeletedItemType
  readonly label: string
  readonly view: string
}

/** Returns the entity types that the user may delete. */
function kinds(): readonly Kind[] {
  const all: readonly Kind[] = [
    { value: 'dashboard', label: t('Dashboards'), view: 'Dashboard' },
    { value: 'chart', label: t('Charts'), view: 'Chart' },
    { value: 'dataset', label: t('Datasets'), view: 'Dataset' },
    { value: 'saved_query', label: t('Saved queries'), view: 'SavedQuery' },
    { value: 'tag', label: t('Tags'), view: 'Tag' },
  ]
  return all.filter(({ view }) => hasPermission(session().user, 'can_write', view))
}

/** `/bin`: deleted entities that can be restored; `kind` in the URL selects the type. */
export default function BinPage() {
  const navigate = useNavigate()
  const { kind }: { readonly kind?: string } = useSearch({ strict: false })
  const offered = kinds()
  const shown = offered.find(({ value }) => value === kind) ?? offered[0]
  return (
    <Page padding="list" header={<PageHeader title={t('Bin')} />}>
      {shown ? (
        <Stack gap={2}>
          <SegmentedControl<DeletedItemType>
            label={t('Which kind')}
            options={offered}
            value={shown.value}
            onChange={(next) => void navigate({ href: `/bin?kind=${next}`, replace: true })}
          />
          <RecycleBinList key={shown.value} name={shown.value} title={shown.label} />
        </Stack>
      ) : (
        <EmptyState
          size="lg"
          icon="trash"
          title={t('Nothing in the bin')}
          text={t('You cannot delete any of these items.')}
        />
      )}
    </Page>
  )
}
