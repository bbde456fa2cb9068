import { externalUrlOf } from './external-url.ts'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'

interface Props {
  readonly certifiedBy?: string | null | undefined
  readonly details?: string | null | undefined
  readonly isManaged?: boolean | undefined
  /** The URL of the external system that manages it, shown as a link. */
  readonly home?: string | null | undefined
}

/** Marks for a certified entity and for one managed by an external system. */
export function CertificationMarks({ certifiedBy, details, isManaged, home }: Props) {
  const certificationText = certifiedBy ? t('Certified by %s', certifiedBy) : ''
  const address = externalUrlOf(home)
  const managed = t('Managed by another program: it cannot be edited here')
  return (
    <>
      {certifiedBy && (
        <span title={details ? `${certificationText}. ${details}` : certificationText}>
          <Icon name="certified" tone="accent" label={certificationText} />
        </span>
      )}
      {isManaged && address && (
        <TextLink href={address} isNewTab ariaLabel={t('Open where it is managed')}>
          <span title={managed}>
            <Icon name="lock" label={managed} />
          </span>
        </TextLink>
      )}
      {isManaged && !address && (
        <span title={managed}>
          <Icon name="lock" label={managed} />
        </span>
      )}
    </>
  )
}
