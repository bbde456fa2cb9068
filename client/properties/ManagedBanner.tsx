import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { externalUrlOf } from './external-url.ts'

/** Says that an entity is managed by an external system, with a link to it if known. */
export function ManagedBanner({ url }: { readonly url: string | null | undefined }) {
  const home = externalUrlOf(url)
  return (
    <Banner
      tone="neutral"
      actions={
        home && (
          <TextLink href={home} isNewTab>
            {t('Open where it is managed')}
          </TextLink>
        )
      }
    >
      {t('This is managed by another program, and cannot be edited here.')}
    </Banner>
  )
}
