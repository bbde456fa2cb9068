import type { ReactNode } from 'react'
import type { FieldProps } from '#ui/base/Field.tsx'
import type { Option, OptionValue } from './option.ts'
import type { Size } from '#ui/base/size.ts'

export interface MultiSelectProps<V extends OptionValue> extends FieldProps {
  readonly options: readonly Option<V>[]
  readonly value: readonly V[]
  readonly onChange: (value: V[]) => void
  readonly placeholder?: string | undefined
  /** Accepts what is not listed. */
  readonly isFreeForm?: boolean | undefined
  /** Makes a value of typed or pasted text that is not listed; undefined refuses it. Text itself when absent. */
  readonly parse?: ((text: string) => V | undefined) | undefined
  readonly maxChips?: number | undefined
  /** The name of a chosen value that is not listed; the value itself when absent. */
  readonly labelOf?: ((value: V) => string) | undefined
  readonly isSingle?: boolean | undefined
  /** The list stands below the field and is always there, so that it covers nothing. */
  readonly isInline?: boolean | undefined
  readonly isLoading?: boolean | undefined
  /** What a full bar stands for; the largest count when absent. */
  readonly total?: number | undefined
  /** Called with what is typed; give it when the options come from elsewhere. */
  readonly onSearch?: ((text: string) => void) | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
  readonly footer?: ReactNode | undefined
  readonly size?: Size | undefined
}
