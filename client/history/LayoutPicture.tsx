import { useQuery } from '@tanstack/react-query'
import { type ChangeResponse, fetchVersion } from '#calls/history.ts'
import { useHasBeenVisible } from '#ui/base/use-has-been-visible.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { COLUMNS } from '#core/layout/units.ts'
import { parseJson } from '#core/rest/json.ts'
import { t } from '#core/text/t.ts'
import { layoutBoxes } from './layout-boxes.ts'
import styles from './LayoutPicture.module.css'

/** The size of a picture in px: twelve columns, and the units of height of a first screen. */
const COLUMN = 10
const HEIGHT = 80
const GAP = 1

/** Returns the ids of tiles that a version added or changed. */
function changedTiles(changes: readonly ChangeResponse[]): ReadonlySet<string> {
  const layout = changes.find(({ field }) => field === 'position_json')
  const keys = layout?.kind === 'keys' ? layout.keys : []
  return new Set(keys.filter(({ how }) => how !== 'removed').map(({ name }) => name))
}

function boxesOf(position: unknown) {
  try {
    return layoutBoxes(readLayout(typeof position === 'string' ? parseJson(position) : null, () => 'new'))
  } catch {
    return []
  }
}

interface Props {
  readonly dashboard: number
  readonly version: number
  readonly changes: readonly ChangeResponse[]
}

/** The layout of a version in small: its tiles on a first screen, those that it changed marked. Loaded when visible. */
export function LayoutPicture({ dashboard, version, changes }: Props) {
  const [ref, isSeen] = useHasBeenVisible()
  const shown = useQuery({
    queryKey: ['history', 'dashboard', dashboard, 'version', version],
    queryFn: ({ signal }) => fetchVersion('dashboard', dashboard, version, signal),
    enabled: isSeen,
    retry: false,
  })
  const changed = changedTiles(changes)
  const boxes = boxesOf(shown.data?.fields?.['position_json']).filter(({ y }) => y < HEIGHT)
  return (
    <span ref={ref} className={styles['picture']}>
      {boxes.length > 0 && (
        <svg role="img" aria-label={t('Layout of the version')} width={COLUMNS * COLUMN} height={HEIGHT}>
          {boxes.map(({ id, x, y, width, height, isChart }) => (
            <rect
              key={id}
              x={x * COLUMN + GAP}
              y={y}
              width={width * COLUMN - 2 * GAP}
              height={height}
              rx={2}
              data-chart={isChart || undefined}
              data-changed={changed.has(id) || undefined}
            />
          ))}
        </svg>
      )}
    </span>
  )
}
