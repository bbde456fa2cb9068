import { localNumber } from '#core/format/locale.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchRuleCounts } from '#calls/rule-counts.ts'
import type { NamedEntity } from '#client/properties/RelatedField.tsx'
import { t } from '#core/text/t.ts'

/** Milliseconds without a key press after which the rows are counted. */
const PAUSE_MS = 600

/** Returns a text that has not changed for a while. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

const printCount = (count: number) => localNumber.format(count)

interface Props {
  readonly dataset: NamedEntity
  readonly clause: string
}

/** Shows how many rows of a dataset the clause of a rule leaves visible, as the caller sees them. */
export function RuleCount({ dataset, clause }: Props) {
  const paused = usePaused(clause.trim())
  const counts = useQuery({
    queryKey: ['rule counts', dataset.id, paused],
    queryFn: ({ signal }) => fetchRuleCounts(dataset.id, paused, signal),
    enabled: paused !== '',
    retry: false,
  })
  if (paused === '') return null
  if (counts.isError)
    return <p role="status">{t('%s: the rows cannot be counted. %s', dataset.name, counts.error.message)}</p>
  if (!counts.data) return <p role="status">{t('%s: counting rows…', dataset.name)}</p>
  const { visible, all } = counts.data
  return (
    <p role="status">{t('%s: the rule shows %s of %s rows', dataset.name, printCount(visible), printCount(all))}</p>
  )
}
