import { useState } from 'react'
import { changeLocale } from '#calls/me.ts'
import { session } from '#client/session/session.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { type FormatLocale, formatLocale } from '#core/text/format-locale.ts'
import { FORMAT_LOCALES } from '#core/text/format-locales.ts'
import { t } from '#core/text/t.ts'
import { FormStack } from '#ui/input/FormStack.tsx'
import { Select } from '#ui/input/Select.tsx'
import { toast } from '#ui/overlay/toast.ts'

/** 30 January 2027, 16:05: a day that cannot be mistaken for a month. */
const EXAMPLE = new Date(2027, 0, 30, 16, 5)

/** Returns a locale in its own language. */
function localeName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
}

/** Returns a date, a time and a number in the formats of a locale. */
function exampleOf(tag: string): string {
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(EXAMPLE)
  return `${date} · ${new Intl.NumberFormat(tag).format(1234567.5)}`
}

const reload = () => window.location.reload()

interface Props {
  /** Called after the choice is stored. By default the page reloads, because displayed texts retain the earlier formats. */
  readonly onChange?: () => void
}

/** The language of the interface, and the formats of dates and numbers that the user chooses. */
export function FormatFields({ onChange = reload }: Props) {
  const [locale, setLocale] = useState<FormatLocale>(formatLocale())
  const change = useSingleMutation<unknown, FormatLocale>({
    mutationFn: changeLocale,
    onSuccess: onChange,
    onError: (error) => {
      setLocale(formatLocale())
      toast.show({ text: t('The formats could not be saved: %s', error.message), tone: 'danger' })
    },
  })
  const language = new Intl.DisplayNames(['en'], { type: 'language' }).of(session().settings.locale) ?? ''
  return (
    <FormStack ariaLabel={t('Language and formats')}>
      <p>{t('Language of the interface: %s', language)}</p>
      <Select
        label={t('Dates and numbers')}
        size="lg"
        options={FORMAT_LOCALES.map((tag) => ({ value: tag, label: localeName(tag), detail: exampleOf(tag) }))}
        description={exampleOf(locale)}
        value={locale}
        onChange={(tag) => {
          setLocale(tag)
          change.mutate(tag)
        }}
      />
    </FormStack>
  )
}
