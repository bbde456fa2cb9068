import { useQuery } from '@tanstack/react-query'
import { listResource } from '#calls/resources.ts'
import { useDebouncedValue } from '#ui/base/use-debounced-value.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'

/** Milliseconds without a key press before the name is searched. */
const SEARCH_DELAY_MS = 300

interface Props {
  readonly value: string
  readonly onChange: (name: string) => void
  /** The chart to overwrite: its own name does not count as taken. */
  readonly own: number | undefined
}

/** Returns whether another visible chart has this name; undefined while the user types. */
function useIsNameTaken(value: string, own: number | undefined): boolean {
  const name = useDebouncedValue(value.trim(), SEARCH_DELAY_MS)
  const twins = useQuery({
    queryKey: ['list', 'chart', 'named', name],
    enabled: name !== '',
    queryFn: ({ signal }) =>
      listResource<{ id: number }>(
        'chart',
        { columns: ['id'], filters: [{ col: 'slice_name', opr: 'eq', value: name }], page_size: 2 },
        signal,
      ),
  })
  return name === value.trim() && twins.data?.result.some(({ id }) => id !== own) === true
}

/** The name of a chart. A name in use is allowed, with a note. */
export function NameField({ value, onChange, own }: Props) {
  const isTaken = useIsNameTaken(value, own)
  return (
    <TextField
      label={t('Chart name')}
      value={value}
      onChange={onChange}
      description={isTaken ? t('Another chart has this name') : undefined}
      isRequired
      autoFocus
      maxLength={250}
    />
  )
}
