import { measureFirstProgress } from './polling/first-progress.ts'
import { measureMessageStorm } from './polling/message-storm.ts'
import { measureUnread } from './polling/unread.ts'
import { measureUsageLog } from './polling/usage-log.ts'
import type { Measurement } from './run.ts'

/** What it costs to hear from every client all the time; `--storm` raises one of messages instead. */
export const pollingMeasurements = (flags: ReadonlySet<string>): readonly Measurement[] =>
  flags.has('--storm') ? [measureMessageStorm] : [measureUsageLog, measureUnread, measureFirstProgress]
