import { t } from '#core/text/t.ts'
import { Kbd } from '#ui/base/Kbd.tsx'
import { ChartList } from './ChartList.tsx'
import { ElementTiles } from './ElementTiles.tsx'
import styles from './Palette.module.css'

/** The elements that can be added to the dashboard. */
export function Palette() {
  return (
    <aside className={styles['palette']} aria-label={t('Add to the dashboard')}>
      <h2 className={styles['head']}>{t('Layout elements')}</h2>
      <ElementTiles />
      <ChartList />
      <p className={styles['keys']}>
        {t('By keyboard:')} <Kbd keys="Space" /> {t('picks up, arrows move,')} <Kbd keys="Shift" />{' '}
        {t('with arrows resizes,')} <Kbd keys="Delete" /> {t('removes.')}
      </p>
    </aside>
  )
}
