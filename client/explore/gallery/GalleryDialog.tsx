import { useState } from 'react'
import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { Suggestions } from '../new-chart/Suggestions.tsx'
import type { FormSuggestion } from '../new-chart/use-suggestions.ts'
import { Gallery } from './Gallery.tsx'
import styles from './Gallery.module.css'

interface Props {
  readonly vizType: string
  /** The current chart and its dataset, for suggestions; absent for none. */
  readonly of?: { readonly dataset: DatasetResponse; readonly form: FormData } | undefined
  /** Called with the confirmed type, and with the suggestion if it is one. */
  readonly onTake: (vizType: string, suggestion?: FormSuggestion) => void
  readonly onClose: () => void
}

/** The gallery of chart types in a dialog: select a type, then confirm. */
export function GalleryDialog({ vizType, of, onTake, onClose }: Props) {
  const [chosen, setChosen] = useState<string | undefined>(vizType)
  const [offer, setOffer] = useState<FormSuggestion>()
  const take = (type: string, suggestion?: FormSuggestion) => {
    onTake(type, suggestion)
    onClose()
  }
  const choose = (type: string | undefined) => {
    setChosen(type)
    setOffer(undefined)
  }
  const hasTime = of?.dataset.columns?.some(({ is_dttm }) => is_dttm)
  const isKnown = chosen !== undefined && chartType(chosen) !== undefined
  const footer = (
    <>
      <span className={styles['hint']}>{t('Double-click a chart to take it')}</span>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" isDisabled={!isKnown} onPress={() => chosen !== undefined && take(chosen, offer)}>
        {t('Select')}
      </Button>
    </>
  )
  const forData = of && (
    <Suggestions
      dataset={of.dataset}
      form={of.form}
      isWide
      chosen={offer?.vizType}
      onPress={(next) => {
        setChosen(next.vizType)
        setOffer(next)
      }}
      onTake={(suggestion) => take(suggestion.vizType, suggestion)}
      none={
        <EmptyState
          title={t('No chart shows all that is chosen')}
          text={t('Take away a metric or a column, or look through all charts.')}
        />
      }
    />
  )
  return (
    <Modal
      title={t('Select a visualization type')}
      isOpen
      onClose={onClose}
      size="gallery"
      isFullHeight
      isFlush
      footer={footer}
    >
      <Gallery chosen={chosen} onChoose={choose} onTake={take} forData={forData} hasTime={hasTime} autoFocus />
    </Modal>
  )
}
