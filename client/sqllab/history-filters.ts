import { t } from '#core/text/t.ts'

const DAY = 86_400_000

/** A filter of the query history with a list of options. */
export interface HistoryFilter {
  readonly id: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly condition: (value: string) => { readonly col: string; readonly opr: string; readonly value: unknown }
}

/** Returns the labels of run states. */
export const stateNames = (): Readonly<Record<string, string>> => ({
  success: t('Finished'),
  failed: t('Failed'),
  timed_out: t('Time limit'),
  stopped: t('Stopped'),
  running: t('Running'),
  pending: t('Waiting'),
})

/** Returns the query history filters for state and start time; the latter counts back from now. */
export const historyFilters = (): readonly HistoryFilter[] => [
  {
    id: 'status',
    label: t('Status'),
    options: Object.entries(stateNames()).map(([value, label]) => ({ value, label })),
    condition: (value) => ({ col: 'status', opr: 'eq', value }),
  },
  {
    id: 'since',
    label: t('Started'),
    options: [
      { value: '1', label: t('Last day') },
      { value: '7', label: t('Last week') },
      { value: '30', label: t('Last month') },
    ],
    condition: (value) => ({ col: 'start_time', opr: 'gt', value: Date.now() - Number(value) * DAY }),
  },
]
