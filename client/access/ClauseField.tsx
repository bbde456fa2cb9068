import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchDataset } from '#calls/datasets.ts'
import { fetchRuleCounts } from '#calls/rule-counts.ts'
import { fetchAttributeNames } from '#calls/security.ts'
import type { NamedEntity } from '#client/properties/RelatedField.tsx'
import { session } from '#client/session/session.ts'
import { useFunctionNames } from '#controls/shared/function-names.tsx'
import { isAdmin } from '#core/access/ability.ts'
import { localNumber } from '#core/format/locale.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { useDebouncedValue } from '#ui/base/use-debounced-value.ts'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { clauseCompletion } from './complete-clause.ts'

/** Maximum datasets whose rows are counted while the clause is edited. */
const MAX_COUNTED = 3
/** Maximum datasets whose columns are completed. */
const MAX_COMPLETED = 20

const NONE: readonly never[] = []

/** Returns the loaded datasets; others are missing until they are loaded. */
const loadedOf = (results: readonly UseQueryResult<DatasetResponse>[]) => results.flatMap(({ data }) => data ?? [])

/** Returns a stable completion function for the clause of a rule on datasets. */
function useClauseCompletion(datasets: readonly NamedEntity[]) {
  const loaded = useQueries({
    queries: datasets.slice(0, MAX_COMPLETED).map(({ id }) => ({
      queryKey: ['dataset of rule', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchDataset(id, signal),
      staleTime: 60_000,
      retry: false,
    })),
    combine: loadedOf,
  })
  const attributes = useQuery({
    queryKey: ['attribute names'],
    queryFn: ({ signal }) => fetchAttributeNames(signal),
    // The names of attributes are for administrators.
    enabled: isAdmin(session().user),
    retry: false,
  })
  const database = loaded[0]?.database
  const functions = useFunctionNames(database?.id)
  const names = attributes.data ?? NONE
  return useMemo(
    () =>
      clauseCompletion({
        datasets: loaded.map(({ table_name: name, columns = [] }) => ({
          name,
          columns: columns.filter(({ expression }) => !expression),
        })),
        functions,
        backend: database?.backend,
        attributes: names,
      }),
    [loaded, functions, database?.backend, names],
  )
}

/** Milliseconds without a key press after which the rows are counted. */
const COUNT_DELAY_MS = 600

const printCount = (count: number) => localNumber.format(count)

interface RuleCountProps {
  readonly dataset: NamedEntity
  readonly clause: string
}

/** Shows how many rows of a dataset the clause of a rule leaves visible, as the caller sees them. */
function RuleCount({ dataset, clause }: RuleCountProps) {
  const counted = useDebouncedValue(clause.trim(), COUNT_DELAY_MS)
  const counts = useQuery({
    queryKey: ['rule counts', dataset.id, counted],
    queryFn: ({ signal }) => fetchRuleCounts(dataset.id, counted, signal),
    enabled: counted !== '',
    retry: false,
  })
  if (counted === '') return null
  if (counts.isError)
    return <p role="status">{t('%s: the rows cannot be counted. %s', dataset.name, counts.error.message)}</p>
  if (!counts.data) return <p role="status">{t('%s: counting rows…', dataset.name)}</p>
  const { visible, all } = counts.data
  return (
    <p role="status">{t('%s: the rule shows %s of %s rows', dataset.name, printCount(visible), printCount(all))}</p>
  )
}

interface Props {
  readonly value: string
  readonly datasets: readonly NamedEntity[]
  readonly onChange: (clause: string) => void
}

/** The clause of a row rule, with completions, and the numbers of rows that it leaves visible. */
export function ClauseField({ value, datasets, onChange }: Props) {
  const complete = useClauseCompletion(datasets)
  return (
    <>
      <CodeEditor
        label={t('Clause')}
        description={t("A condition in SQL, such as region = 'north'; saved only if it runs on every dataset")}
        language="sql"
        minLines={3}
        maxLines={10}
        value={value}
        complete={complete}
        onChange={onChange}
      />
      {datasets.slice(0, MAX_COUNTED).map((dataset) => (
        <RuleCount key={dataset.id} dataset={dataset} clause={value} />
      ))}
    </>
  )
}
