import { MAX_SHOWN, type TrialResponse } from '#calls/document.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import styles from './ResponseView.module.css'
import { formatBodyText } from './operations.ts'

interface Props {
  readonly answer: TrialResponse
}

/** The response of a call: status, duration and text. */
export function ResponseView({ answer }: Props) {
  const { status, statusText, type, bytes, time } = answer
  const text = formatBodyText(answer.text, type)
  return (
    <section aria-label={t('Answer')} className={styles['answer']}>
      <Inline gap={2} isWrapping>
        <span role="status">
          <Badge tone={status < 400 ? 'good' : 'danger'}>{`${status} ${statusText}`.trim()}</Badge>
        </span>
        <span className={styles['facts']}>
          {t('%s ms', Math.round(time))} · {t('%s bytes', bytes)}
          {type && ` · ${type}`}
        </span>
        {text !== '' && <CopyButton label={t('Copy')} copiedLabel={t('Copied')} text={text} />}
      </Inline>
      {text !== '' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre className={styles['text']} tabIndex={0} aria-label={t('Text of the answer')}>
          {text}
        </pre>
      )}
      {answer.text.length === MAX_SHOWN && (
        <p className={styles['facts']}>{t('Only the beginning of the answer is shown.')}</p>
      )}
    </section>
  )
}
