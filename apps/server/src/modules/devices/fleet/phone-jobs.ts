import { createPower } from './apply-power.ts'
import { checkHealth } from './check-health.ts'
import { mergeDeviceCounts } from './merge-counts.ts'
import { endQuarantines } from './quarantine-phone.ts'

type PhoneJobDeps = Parameters<typeof createPower>[0] &
  Parameters<typeof checkHealth>[0] &
  Parameters<typeof endQuarantines>[0] &
  Parameters<typeof mergeDeviceCounts>[0]

const HEALTH_EVERY_MS = 5000
const POWER_EVERY_MS = 5000
const QUARANTINE_EVERY_MS = 60_000
const MERGE_EVERY_MS = 60_000

/** Periodic work on devices and the phones behind them. */
export const createPhoneJobs = (deps: PhoneJobDeps) => {
  const power = createPower(deps)
  return {
    power,
    periodicJobs: [
      { name: 'devices.endQuarantines', everyMs: QUARANTINE_EVERY_MS, run: endQuarantines(deps) },
      { name: 'devices.mergeCounts', everyMs: MERGE_EVERY_MS, run: mergeDeviceCounts(deps) },
      { name: 'devices.switchPower', everyMs: POWER_EVERY_MS, run: power.applyAll },
      { name: 'devices.checkHealth', everyMs: HEALTH_EVERY_MS, run: checkHealth(deps) },
    ],
  }
}
