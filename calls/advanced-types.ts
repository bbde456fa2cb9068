import { call } from '#calls/call.ts'
import { printRison } from '#core/rest/rison.ts'

/** The server's conversion of values of an advanced type. */
export interface AdvancedTypeResponse {
  readonly display_value: string
  readonly valid_filter_operators: readonly string[]
  readonly error_message: string
}

/** Converts values by their advanced type. */
export async function convertAdvancedType(
  type: string,
  values: readonly unknown[],
  signal?: AbortSignal,
): Promise<AdvancedTypeResponse> {
  const { result } = await call<{ result: Partial<AdvancedTypeResponse> }>(
    'GET',
    '/api/v1/advanced_data_type/convert',
    {
      query: { q: printRison({ type, values }) },
      signal,
    },
  )
  return {
    display_value: result.display_value ?? '',
    valid_filter_operators: result.valid_filter_operators ?? [],
    error_message: result.error_message ?? '',
  }
}
