import { useMemo } from 'react'
import { formOfToday } from '#charts/index.ts'
import { ChartThumbnail } from '#client/chart/ChartThumbnail.tsx'
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

/** A saved chart, drawn from its own data once it is looked at; the picture of its type where it cannot be. */
export function ChartPicture({ chart }: { readonly chart: PicturedChart }) {
  const [ref, isSeen] = useSeen()
  const { id, vizType, params, datasource } = chart
  const said = JSON.stringify([params, vizType, datasource])
  const form = useMemo(
    () => formOfToday({ ...paramsOf(params), slice_id: id, viz_type: vizType, datasource }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text stands for the chart
    [said],
  )
  return (
    <span ref={ref} className={styles['picture']}>
      {isSeen ? (
        <Preview key={said} form={form} dataset={undefined} hasAge />
      ) : (
        <ChartThumbnail vizType={vizType} isWide />
      )}
    </span>
  )
}
