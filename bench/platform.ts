import { measureFirstLoad } from './platform/first-load.ts'
import { measureSessionCall } from './platform/session-call.ts'
import { measureFirstStart, measureFullTest, measureSecondStart } from './platform/starts.ts'
import type { Measurement } from './run.ts'

/** What the whole product costs to load, to ask and to start. `--with-tests` adds the time of the full test run. */
export const platformMeasurements = (flags: ReadonlySet<string>): readonly Measurement[] => [
  measureFirstLoad,
  measureSessionCall,
  measureSecondStart,
  measureFirstStart,
  ...(flags.has('--with-tests') ? [measureFullTest] : []),
]
