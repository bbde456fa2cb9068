import * as react from 'react'
import { pictureTools } from '#charts/picture-tools.tsx'
import * as pictureControls from '#controls/shared/picture-controls.ts'
import * as queryControls from '#controls/shared/query-controls.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { baseQuery, metricOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { formatNumber } from '#core/format/number.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { column } from '#core/table/table.ts'

/** The version of what stands here and in docs/develop/writing-a-plug-in.md. A module says which one it was written for. */
export const CONTRACT = 1

/** What a module is given: everything it makes a chart of. What is here stays as it is while `contract` does. */
export const host = {
  contract: CONTRACT,
  react,
  /** Functions that make controls of the panel from name, label and default. */
  controls: { picture: pictureControls, query: queryControls, timeSection },
  /** What a form asks. */
  query: { baseQuery, metricOf, queryFields, columnLabel, metricLabel },
  /** Cells, formats, colours and marks of a picture, and when it has been painted. */
  picture: { ...pictureTools, column, formatNumber },
} as const

export type PluginHost = typeof host
