import * as calls from '@yunji/contract/devices/availability/calls'
import * as operatorCalls from '@yunji/contract/operator/availability-calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { readRule, saveRule } from './availability-rule.ts'
import type { AvailabilityDeps } from './deps.ts'
import { correctInterruption, getAllInterruptions, getMaintenances, planMaintenance } from './operator.ts'
import { getAvailability, getInterruptions } from './read-availability.ts'

export const availabilityRoutes = (deps: AvailabilityDeps): Binding[] => [
  bind(calls.getAvailability, ({ deviceId }, { caller }) => getAvailability(deps)(caller.userId, deviceId)),
  bind(calls.getInterruptions, ({ deviceId, ...paging }, { caller }) =>
    getInterruptions(deps)(caller.userId, deviceId, paging),
  ),
  bind(operatorCalls.getAllInterruptions, ({ page, rows, open, ...filter }) =>
    getAllInterruptions(deps)({ ...filter, isOpen: open === '1' }, { page, rows }),
  ),
  bind(operatorCalls.correctInterruption, ({ interruptionId, fault, reason }) =>
    correctInterruption(deps)(interruptionId, fault, reason),
  ),
  bind(operatorCalls.planMaintenance, (input) => planMaintenance(deps)(input)),
  bind(operatorCalls.getMaintenances, (paging) => getMaintenances(deps)(paging)),
  bind(operatorCalls.getAvailabilityRule, () => readRule(deps.database.db)),
  bind(operatorCalls.setAvailabilityRule, (rule) => saveRule(deps)(rule)),
]
