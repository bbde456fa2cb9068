import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchEffectiveQuotas, fetchQuota, type QuotaHolder, saveQuota } from '#calls/quotas.ts'
import { measureText, quotaValueText } from '#client/session/quota-texts.ts'
import { QUOTA_MEASURES, type QuotaMeasure, type QuotaValues } from '#core/rest/quota-measures.ts'
import type { EffectiveQuotaResponse } from '#core/rest/quota.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

const NO_VALUES: QuotaValues = { max_queries: null, max_rows: null, max_exports: null, max_upload_bytes: null }
/** Bytes of a megabyte, the unit of the field. */
const MEGABYTE = 1_000_000

/** The quota of a user or a role while it is edited. */
interface EditedQuota {
  readonly holder: QuotaHolder | undefined
  readonly values: QuotaValues
  readonly isChanged: boolean
  /** Why the quota cannot be shown. */
  readonly problem: string | undefined
  readonly isLoading: boolean
  readonly onChange: (measure: QuotaMeasure, value: number | null) => void
  /** Stores the changes, if there are any. */
  readonly save: () => Promise<void>
}

/** Loads and edits the quota of a user or a role; without a holder there is none. */
export function useQuotaDraft(holder: QuotaHolder | undefined): EditedQuota {
  const client = useQueryClient()
  const queryKey = ['quota', holder?.type, holder?.id]
  const stored = useQuery({
    queryKey,
    queryFn: ({ signal }) => (holder ? fetchQuota(holder, signal) : null),
    enabled: holder !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const [changes, setChanges] = useState<Partial<QuotaValues>>({})
  const before = Object.fromEntries(
    QUOTA_MEASURES.map((measure) => [measure, (stored.data ?? NO_VALUES)[measure]]),
  ) as Record<QuotaMeasure, number | null>
  const values: QuotaValues = { ...before, ...changes }
  const isChanged = QUOTA_MEASURES.some((measure) => values[measure] !== before[measure])
  return {
    holder,
    values,
    isChanged,
    problem: stored.error?.message,
    isLoading: stored.isPending,
    onChange: (measure, value) => setChanges({ ...changes, [measure]: value }),
    async save() {
      if (!holder || !isChanged) return
      await saveQuota(holder, stored.data ?? null, values)
      // The rest of the dialog may fail: then the stored quota is the new one.
      await client.refetchQueries({ queryKey })
      setChanges({})
      void client.invalidateQueries({ queryKey: ['effective quotas'] })
    },
  }
}

/** Returns what applies to the user now, and where it comes from. */
function effectiveText({ measure, value, source, used }: EffectiveQuotaResponse): string {
  if (value === null) return t('Applies: no quota')
  const shown = quotaValueText(measure, value)
  const origin =
    source?.type === 'role'
      ? t('Applies: %s, by the role %s', shown, source.name ?? String(source.id))
      : t('Applies: %s, by this quota', shown)
  return used === null ? origin : `${origin}. ${t('Used: %s', quotaValueText(measure, used))}`
}

interface FieldProps {
  readonly measure: QuotaMeasure
  readonly draft: EditedQuota
  readonly description: string | undefined
}

function QuotaField({ measure, draft, description }: FieldProps) {
  const isBytes = measure === 'max_upload_bytes'
  const factor = isBytes ? MEGABYTE : 1
  const value = draft.values[measure]
  return (
    <NumberField
      label={measureText(measure)}
      description={description}
      placeholder={t('No quota')}
      unit={isBytes ? 'MB' : undefined}
      min={1 / factor}
      isGrouped
      isDisabled={draft.isLoading}
      value={value === null ? undefined : value / factor}
      onChange={(next) => draft.onChange(measure, next === undefined ? null : Math.round(next * factor))}
    />
  )
}

/** The quota of a user or a role; of a user also what applies now. */
export function QuotaSection({ draft }: { readonly draft: EditedQuota }) {
  const { holder, problem } = draft
  const userId = holder?.type === 'user' ? holder.id : undefined
  const effective = useQuery({
    queryKey: ['effective quotas', userId],
    queryFn: ({ signal }) => fetchEffectiveQuotas(userId ?? 0, signal),
    enabled: userId !== undefined,
    staleTime: 0,
  })
  const descriptionOf = (measure: QuotaMeasure) => {
    const found = effective.data?.find((each) => each.measure === measure)
    return found && effectiveText(found)
  }
  if (!holder) return null
  return (
    <Section title={t('Quotas')}>
      {problem === undefined ? (
        <Stack gap={3}>
          {holder.type === 'role' && <p>{t('For each user of the role. The most generous role of a user counts.')}</p>}
          {QUOTA_MEASURES.map((measure) => (
            <QuotaField key={measure} measure={measure} draft={draft} description={descriptionOf(measure)} />
          ))}
        </Stack>
      ) : (
        <Banner tone="danger">{t('The quotas cannot be shown: %s', problem)}</Banner>
      )}
    </Section>
  )
}
