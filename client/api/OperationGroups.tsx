import { t, tn } from '#core/text/t.ts'
import { CountBadge } from '#ui/display/CountBadge.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import type { OperationGroup } from './operations.ts'
import { OperationRow } from './OperationRow.tsx'

interface Props {
  readonly groups: readonly OperationGroup[]
  /** True if the groups are search results, which are all expanded. */
  readonly isSearched: boolean
}

/** The API operations, grouped. */
export function OperationGroups({ groups, isSearched }: Props) {
  if (groups.length === 0) return <EmptyState icon="search" title={t('No call has this in it')} />
  return (
    <Stack gap={2}>
      {groups.map(({ name, operations }) => (
        <Section
          key={`${name} ${isSearched}`}
          title={name}
          level={2}
          defaultOpen={isSearched}
          end={
            <CountBadge
              count={operations.length}
              label={tn('%s call', '%s calls', operations.length, operations.length)}
            />
          }
        >
          <Stack gap={1}>
            {operations.map((operation) => (
              <OperationRow key={operation.id} operation={operation} />
            ))}
          </Stack>
        </Section>
      ))}
    </Stack>
  )
}
