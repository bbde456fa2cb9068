import type { ReactNode } from 'react'
import type { FieldProps } from '#ui/base/Field.tsx'
import type { Option, OptionValue } from './option.ts'
import type { Size } from '#ui/base/size.ts'

export interface MultiSelectProps<V extends OptionValue> extends FieldProps {
  readonly options: readonly Option<V>[]
  readonly value: readonly V[]
  readonly onChange: (value: V[]) => void
  readonly placeholder?: string | undefined
  /** Whether values that are not listed are accepted. */
  readonly isFreeForm?: boolean | undefined
  /** Converts typed or pasted text that is not listed to a value; undefined rejects it. By default the text itself. */
  readonly parse?: ((text: string) => V | undefined) | undefined
  readonly maxChips?: number | undefined
  /** Returns the label of a selected value that is not listed; by default the value itself. */
  readonly labelOf?: ((value: V) => string) | undefined
  readonly isSingle?: boolean | undefined
  /** Whether the list is always visible below the field, so that it covers nothing. */
  readonly isInline?: boolean | undefined
  readonly isLoading?: boolean | undefined
  /** The value of a full bar; by default the largest count. */
  readonly total?: number | undefined
  /** Called with the typed text; set it if the options are loaded externally. */
  readonly onSearch?: ((text: string) => void) | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
  readonly footer?: ReactNode | undefined
  readonly size?: Size | undefined
}
