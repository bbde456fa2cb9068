import { useSyncExternalStore } from 'react'
import { t } from '#core/text/t.ts'
import { Progress } from '#ui/display/Progress.tsx'
import { Button } from '#ui/base/Button.tsx'
import styles from './DownloadRegion.module.css'
import { downloads } from './downloads.ts'

/** The downloads in progress, each with its progress and a cancel button. */
export function DownloadRegion() {
  const running = useSyncExternalStore(downloads.subscribe, downloads.all, downloads.all)
  if (running.length === 0) return null
  return (
    <section className={styles['region']} aria-label={t('Files being saved')}>
      {running.map(({ id, name, progress, share, cancel }) => (
        <div key={id} className={styles['file']}>
          <span className={styles['name']} title={name}>
            {name}
          </span>
          <span className={styles['progress']}>{progress}</span>
          <Button size="sm" variant="quiet" onPress={cancel} ariaLabel={t('Cancel %s', name)}>
            {t('Cancel')}
          </Button>
          <Progress label={t('Saving %s', name)} value={share} />
        </div>
      ))}
    </section>
  )
}
