import { type QueryDistribution, DataExtent, useDistribution } from './DataExtent.tsx'
import type { RangeValidation } from './range-validation.ts'
import { DistributionBars } from './DistributionBars.tsx'
import styles from './TimeRangeEditor.module.css'
import type { Extent } from '#core/time/extent.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { classNames } from '#ui/tokens/class-names.ts'

export interface RangeFooterProps {
  readonly validation: RangeValidation
  /** A warning about an unusual range. */
  readonly warning: string | undefined
  /** The time zone of the range; undefined if unknown. */
  readonly zone: string | undefined
  /** The time extent of the data, once it is known. */
  readonly extent: Extent | undefined
  readonly fetchDistribution: QueryDistribution | undefined
  readonly onCancel: () => void
  readonly onApply: () => void
}

/** Shows the resolved draft and the time extent of the data, with the buttons to cancel or apply. */
export function RangeFooter({
  validation,
  warning,
  zone,
  extent,
  fetchDistribution,
  onCancel,
  onApply,
}: RangeFooterProps) {
  const spread = useDistribution(fetchDistribution, extent)
  return (
    <>
      <div className={styles['preview']}>
        <span className={styles['caption']}>{t('Actual time range')}</span>
        <span className={classNames(validation.isFault && styles['fault'])} role="status">
          {validation.text}
        </span>
        <span className={styles['outside']} aria-live="polite">
          {warning}
        </span>
        {zone !== undefined && (
          <span className={styles['caption']}>{t('Time zone: %s', zone.replaceAll('_', ' '))}</span>
        )}
        {spread && spread.length > 1 && <DistributionBars spread={spread} bounds={validation.bounds} />}
        {extent && <DataExtent extent={extent} bounds={validation.bounds} />}
      </div>
      <div className={styles['foot']}>
        <Button variant="quiet" onPress={onCancel}>
          {t('CANCEL')}
        </Button>
        <Button variant="primary" isDisabled={!validation.isValid} onPress={onApply}>
          {t('APPLY')}
        </Button>
      </div>
    </>
  )
}
