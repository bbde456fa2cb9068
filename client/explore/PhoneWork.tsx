import { type ReactNode, useState } from 'react'
import { t } from '#core/text/t.ts'
import { Tabs } from '#ui/layout/Tabs.tsx'
import styles from './ExploreView.module.css'

interface Props {
  readonly picture: ReactNode
  readonly controls: ReactNode
  readonly source: ReactNode
  readonly rows: ReactNode
}

/** The picture above, one of the other parts below: there is no room for more on a phone. */
export function PhoneWork({ picture, controls, source, rows }: Props) {
  const [shown, setShown] = useState('controls')
  return (
    <div className={styles['phone']}>
      {picture}
      <Tabs
        label={t('Parts')}
        isFill
        items={[
          { id: 'controls', label: t('Controls') },
          { id: 'source', label: t('Dataset') },
          { id: 'rows', label: t('Results') },
        ]}
        selected={shown}
        onSelect={setShown}
      >
        {shown === 'controls' ? controls : shown === 'source' ? source : rows}
      </Tabs>
    </div>
  )
}
