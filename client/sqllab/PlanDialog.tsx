import { localNumber } from '#core/format/locale.ts'
import { useQuery } from '@tanstack/react-query'
import { explainSql, type ExplainRequest } from '#calls/sqllab.ts'

import type { PlanNode } from '#core/rest/sqllab.ts'
import { t, tn } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import styles from './PlanDialog.module.css'

/** Adds ids to steps, because two steps of a plan may be equal. */
const withStepIds = (steps: readonly PlanNode[]) => steps.map((step, at) => ({ id: `step ${at}`, step }))

/** A step, and below it the steps whose rows it reads. */
function Step({ step }: { readonly step: PlanNode }) {
  const { name, detail, rows, cost, isCostliest, children } = step
  return (
    <li>
      <span className={styles['step']}>
        <strong>{name}</strong>
        {isCostliest && (
          <Badge tone="warn" icon="warning">
            {t('Costliest step')}
          </Badge>
        )}
        {rows !== null && (
          <span className={styles['figure']}>{tn('%s row', '%s rows', rows, localNumber.format(rows))}</span>
        )}
        {cost !== null && <span className={styles['figure']}>{t('Cost %s', localNumber.format(cost))}</span>}
      </span>
      {detail !== '' && <span className={styles['detail']}>{detail}</span>}
      {children.length > 0 && (
        <ul>
          {withStepIds(children).map(({ id, step: child }) => (
            <Step key={id} step={child} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface Props {
  readonly request: ExplainRequest
  readonly onClose: () => void
}

/** The query plan of a statement as the engine estimates it; runs no query. */
export function PlanDialog({ request, onClose }: Props) {
  const plan = useQuery({
    queryKey: ['sqllab-plan', request],
    queryFn: ({ signal }) => explainSql(request, signal),
    retry: false,
    gcTime: 0,
  })
  return (
    <Modal title={t('Query plan')} isOpen onClose={onClose} size="lg">
      {plan.isPending && <Skeleton shape="table" label={t('Loading the plan')} />}
      {plan.isError && <ErrorPanel title={t('The plan could not be read')} text={plan.error.message} />}
      {plan.data && (
        <div className={styles['plan']}>
          <p className={styles['figure']}>{t('Rows and costs are estimates of the database. Nothing was run.')}</p>
          <ul aria-label={t('Steps of the plan')}>
            <Step step={plan.data} />
          </ul>
        </div>
      )}
    </Modal>
  )
}
