import { serveTasks } from '#server/workers/serve-tasks.ts'
import { readSheet } from './read-sheet.ts'
import type { WorkbookTask } from './workbook-task.ts'

serveTasks(async (task: WorkbookTask, tell) => ({ reply: await readSheet(task, tell) }))
