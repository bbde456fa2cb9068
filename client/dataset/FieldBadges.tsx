import { currencySign, readCurrency } from '#core/format/currency.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import { parseExtra } from './field-extra.ts'

interface Props {
  readonly part: {
    readonly extra?: string | null | undefined
    readonly warning_text?: string | null | undefined
    readonly currency?: string | null | undefined
  }
}

function Mark({ name, text }: { readonly name: 'certified' | 'warning'; readonly text: string }) {
  return (
    <span role="img" aria-label={text} title={text}>
      <Icon name={name} size={14} tone={name === 'certified' ? 'accent' : 'warn'} />
    </span>
  )
}

/** The certification, warning and currency of a column or metric, if any. */
export function FieldBadges({ part }: Props) {
  const { certified_by, details, warning_markdown } = parseExtra(part.extra)
  const warning = warning_markdown || part.warning_text
  const currency = readCurrency(part.currency)
  const certified = [certified_by, details].filter(Boolean).join(': ')
  return (
    <>
      {certified && <Mark name="certified" text={t('Certified by %s', certified)} />}
      {warning && <Mark name="warning" text={warning} />}
      {currency && <Badge isOutlined>{currencySign(currency)}</Badge>}
    </>
  )
}
