import { measureFirstProgress } from './polling/first-progress.ts'
import { measureStorm } from './polling/message-storm.ts'
import { measureUnread } from './polling/unread.ts'
import { measureUsageLog } from './polling/usage-log.ts'
import type { Part } from './run.ts'

/** What it costs to hear from every client all the time; `--storm` raises one of messages instead. */
export const pulseParts = (flags: ReadonlySet<string>): readonly Part[] =>
  flags.has('--storm') ? [measureStorm] : [measureUsageLog, measureUnread, measureFirstProgress]
