import { measureUnread } from './pulse/unread.ts'
import { measureUsageLog } from './pulse/usage-log.ts'
import type { Part } from './run.ts'

/** What it costs to hear from every client all the time. */
export const pulseParts = (): readonly Part[] => [measureUsageLog, measureUnread]
