import * as z from 'zod'
import { int, textOf } from './body.ts'

/** Maximum length of a note in characters. */
const MAX_NOTE_LENGTH = 500

/** Body of `POST /api/v1/dashboard_grant/`: ids of the dashboard and the dataset. Unknown keys are dropped. */
export const dashboardGrantCreate = z.object({
  dashboard: int,
  dataset: int,
  note: textOf(0, MAX_NOTE_LENGTH).optional(),
})

/** Body of `PUT /api/v1/dashboard_grant/{id}`; dashboard and dataset cannot be changed. */
export const dashboardGrantUpdate = z.object({ note: textOf(0, MAX_NOTE_LENGTH).optional() })

export type DashboardGrantCreate = z.output<typeof dashboardGrantCreate>
export type DashboardGrantUpdate = z.output<typeof dashboardGrantUpdate>
