import { useEffect } from 'react'
import { toBrowserTime } from '#calls/clock.ts'
import { leaveViewAs, openHome } from '#client/session/view-as.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { ViewAs } from '#core/access/current-user.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import { toast } from '#ui/overlay/toast.ts'
import styles from './ViewAsBar.module.css'

interface Props {
  readonly viewAs: ViewAs
}

/** The bar above every page while an administrator views the application as a user or a role. */
export function ViewAsBar({ viewAs }: Props) {
  const { type, name, until } = viewAs
  const end = useSingleMutation({
    mutationFn: () => leaveViewAs(),
    onError: (problem: Error) => toast.show({ text: problem.message, tone: 'danger' }),
  })
  useEffect(() => {
    const timer = setTimeout(() => openHome(), Math.max(0, toBrowserTime(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return (
    <section className={styles['bar']} aria-label={t('View as')}>
      <Icon name="eye" />
      <p className={styles['text']}>
        {type === 'user'
          ? t('You see Facet as %s (read only)', name)
          : t('You see Facet as the role %s (read only)', name)}
      </p>
      <Button size="sm" isPending={end.isPending} onPress={() => end.mutate()}>
        {t('Stop')}
      </Button>
    </section>
  )
}
