import { measureFirstProgress } from './pulse/first-progress.ts'
import { measureStorm } from './pulse/storm.ts'
import { measureUnread } from './pulse/unread.ts'
import { measureUsageLog } from './pulse/usage-log.ts'
import type { Part } from './run.ts'

/** What it costs to hear from every client all the time; `--storm` raises one of messages instead. */
export const pulseParts = (flags: ReadonlySet<string>): readonly Part[] =>
  flags.has('--storm') ? [measureStorm] : [measureUsageLog, measureUnread, measureFirstProgress]
