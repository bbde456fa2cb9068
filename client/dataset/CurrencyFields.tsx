import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { changeCurrency, parseCurrency } from './metric-currency.ts'

interface Props {
  /** JSON text. */
  readonly currency: string | null | undefined
  readonly onChange: (currency: string | null) => void
}

/** The currency of a metric, and its position before or after the number. */
export function CurrencyFields({ currency, onChange }: Props) {
  const { symbol, symbolPosition } = parseCurrency(currency)
  return (
    <>
      <TextField
        label={t('Currency')}
        description={t('A code such as EUR, or a sign')}
        value={symbol}
        onChange={(next) => onChange(changeCurrency(currency, { symbol: next }))}
        maxLength={16}
      />
      {symbol !== '' && (
        <Select
          label={t('Currency position')}
          options={[
            { value: 'prefix', label: t('Before the number') },
            { value: 'suffix', label: t('After the number') },
          ]}
          value={symbolPosition}
          onChange={(next) => onChange(changeCurrency(currency, { symbolPosition: next }))}
          isSearchable={false}
        />
      )}
    </>
  )
}
