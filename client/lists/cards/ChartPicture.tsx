import { useMemo } from 'react'
import { formOfToday } from '#charts/index.ts'
import { KindIcon } from '#client/chart/KindIcon.tsx'
import { Preview } from '#client/chart/Preview.tsx'
import { useSeen } from '#client/chart/use-seen.ts'
import { isObject } from '#core/rest/json.ts'
import styles from './Picture.module.css'

/** What is known of a saved chart where it is drawn. */
export interface PicturedChart {
  readonly id: number
  readonly vizType: string
  /** JSON text of its form data, or the form data. */
  readonly params: string | null | Readonly<Record<string, unknown>>
  /** `id__type` of what it asks. */
  readonly datasource: string
  /** Whether its data may not be read: then they are not asked for. */
  readonly isClosed?: boolean
}

function paramsOf(params: PicturedChart['params']): Readonly<Record<string, unknown>> {
  if (typeof params !== 'string') return params ?? {}
  try {
    const value: unknown = JSON.parse(params)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** A picture is looked at and not read: the data have the room of what explains them. */
const BARE: Readonly<Record<string, unknown>> = {
  show_legend: false,
  x_axis_title: '',
  y_axis_title: '',
  y_axis_title_secondary: '',
  zoomable: false,
}

/** Of a figure its number alone. */
const NUMBER: Readonly<Record<string, unknown>> = { subheader: '', compare_lag: '', show_trend_line: false }

interface Props {
  readonly chart: PicturedChart
  /** As small as a row is high. */
  readonly isSmall?: boolean
  /** A figure without what is written and drawn beside its number. */
  readonly isNumber?: boolean
}

/** A saved chart, drawn from its own data once it is looked at; the icon of its kind where it cannot be. */
export function ChartPicture({ chart, isSmall = false, isNumber = false }: Props) {
  const [ref, isSeen] = useSeen()
  const { id, vizType, params, datasource } = chart
  const said = JSON.stringify([params, vizType, datasource])
  const form = useMemo(
    () =>
      formOfToday({
        ...paramsOf(params),
        ...BARE,
        ...(isNumber ? NUMBER : {}),
        slice_id: id,
        viz_type: vizType,
        datasource,
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text stands for the chart
    [said],
  )
  return (
    <span ref={ref} className={isSmall ? undefined : styles['picture']}>
      {isSeen && chart.isClosed !== true ? (
        <Preview key={said} form={form} dataset={undefined} isSmall={isSmall} hasAge={!isSmall} />
      ) : (
        <KindIcon vizType={vizType} isWide={!isSmall} />
      )}
    </span>
  )
}
