import { useEffect, useState } from 'react'
import { ADVANCED_DELAY, type AdvancedValidation, comparedValues, readOperators } from './operators.ts'
import { hasErrorCode } from '#calls/call.ts'
import { convertAdvancedType } from '#calls/advanced-types.ts'
import type { AdhocFilter } from '#core/filter/adhoc-filter.ts'
import { t } from '#core/text/t.ts'

/** Validates the comparator with the advanced type of a column; undefined until the result arrives. */
export function useAdvanced(type: string | undefined, filter: AdhocFilter): AdvancedValidation | undefined {
  const values = comparedValues(filter)
  const question = type === undefined || values.length === 0 ? '' : JSON.stringify([type, values])
  const [answer, setResponse] = useState<{ readonly of: string; readonly validation: AdvancedValidation }>()
  useEffect(() => {
    if (question === '') return
    const [requested, compared] = JSON.parse(question) as [string, unknown[]]
    const abort = new AbortController()
    const take = (validation: AdvancedValidation) => {
      if (!abort.signal.aborted) setResponse({ of: question, validation })
    }
    const ask = () =>
      convertAdvancedType(requested, compared, abort.signal).then(
        (found) =>
          take({
            text: found.display_value,
            operators: readOperators(found.valid_filter_operators),
            error: found.error_message,
          }),
        (cause: unknown) => {
          // A server without advanced types uses the value as it is.
          const isUnknown = hasErrorCode(cause, 'not-found', 'flag-off')
          take({ text: '', operators: [], error: isUnknown ? '' : t('Failed to retrieve advanced type') })
        },
      )
    const timer = setTimeout(ask, ADVANCED_DELAY)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [question])
  return answer?.of === question ? answer.validation : undefined
}
