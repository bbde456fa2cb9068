import { useCallback, useMemo, useState } from 'react'
import { migrateForm } from '#charts/index.ts'
import { ChartTypeIcon } from '#client/chart/ChartTypeIcon.tsx'
import { Preview } from '#client/chart/Preview.tsx'
import { useHasBeenVisible } from '#ui/base/use-has-been-visible.ts'
import { isObject } from '#core/rest/json.ts'
import styles from './Picture.module.css'

/** The parts of a saved chart that its preview needs. */
export interface ChartPreviewInput {
  readonly id: number
  readonly vizType: string
  /** The form data, as JSON text or object. */
  readonly params: string | null | Readonly<Record<string, unknown>>
  /** The datasource as `id__type`. */
  readonly datasource: string
  /** True if the user may not read its data: nothing is queried then. */
  readonly isClosed?: boolean
}

function paramsOf(params: ChartPreviewInput['params']): Readonly<Record<string, unknown>> {
  if (typeof params !== 'string') return params ?? {}
  try {
    const value: unknown = JSON.parse(params)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Previews omit axis titles, legends and similar, to leave the room for the data. */
const BARE: Readonly<Record<string, unknown>> = {
  show_legend: false,
  x_axis_title: '',
  y_axis_title: '',
  y_axis_title_secondary: '',
  zoomable: false,
}

/** Big numbers show only the number. */
const NUMBER: Readonly<Record<string, unknown>> = { subheader: '', compare_lag: '', show_trend_line: false }

interface Props {
  readonly chart: ChartPreviewInput
  /** As high as a table row. */
  readonly isSmall?: boolean
  /** A big number without the text and trend line next to it. */
  readonly isNumber?: boolean
}

/** The preview of a saved chart, drawn from its own data when visible; the icon of its type if it cannot be drawn. */
export function ChartPicture({ chart, isSmall = false, isNumber = false }: Props) {
  const [ref, isSeen] = useHasBeenVisible()
  const { id, vizType, params, datasource } = chart
  const inputKey = JSON.stringify([params, vizType, datasource])
  const form = useMemo(
    () =>
      migrateForm({
        ...paramsOf(params),
        ...BARE,
        ...(isNumber ? NUMBER : {}),
        slice_id: id,
        viz_type: vizType,
        datasource,
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text stands for the chart
    [inputKey],
  )
  const [hasEnded, setEnded] = useState(false)
  const onEnd = useCallback(() => setEnded(true), [])
  return (
    <span
      ref={ref}
      className={isSmall ? undefined : styles['picture']}
      data-pending={(!hasEnded && chart.isClosed !== true) || undefined}
    >
      {isSeen && chart.isClosed !== true ? (
        <Preview key={inputKey} form={form} dataset={undefined} isSmall={isSmall} hasAge={!isSmall} onEnd={onEnd} />
      ) : (
        <ChartTypeIcon vizType={vizType} isWide={!isSmall} />
      )}
    </span>
  )
}
