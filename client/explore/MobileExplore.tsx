import { type ReactNode, useState } from 'react'
import { t } from '#core/text/t.ts'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { useIsShort } from '#ui/tokens/viewport-hooks.ts'
import styles from './ExploreView.module.css'

interface Props {
  readonly picture: ReactNode
  readonly controls: ReactNode
  readonly source: ReactNode
  readonly rows: ReactNode
}

type MobileTab = 'picture' | 'controls' | 'source' | 'rows'

/**
 * The layout on a phone: the chart above and one of the other panes below. If the window is too low for both, the chart
 * is one of the tabs.
 */
export function MobileExplore({ picture, ...parts }: Props) {
  const isShort = useIsShort()
  const [chosen, choose] = useState<MobileTab>()
  const first = isShort ? 'picture' : 'controls'
  const shown = chosen === undefined || (chosen === 'picture' && !isShort) ? first : chosen
  const items = [
    { id: 'controls', label: t('Controls') },
    { id: 'source', label: t('Dataset') },
    { id: 'rows', label: t('Results') },
  ]
  const part = shown === 'picture' ? null : parts[shown]
  return (
    <div className={styles['phone']} data-short={isShort || undefined}>
      {!isShort && picture}
      <Tabs
        label={t('Parts')}
        isFill
        items={isShort ? [{ id: 'picture', label: t('Chart') }, ...items] : items}
        selected={shown}
        onSelect={(id) => choose(id as MobileTab)}
      >
        {isShort && (
          // Stays mounted while hidden, because it queries the data.
          <div className={styles['picture']} hidden={shown !== 'picture'}>
            {picture}
          </div>
        )}
        {part}
      </Tabs>
    </div>
  )
}
