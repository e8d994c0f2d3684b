import * as calls from '@yunji/contract/devices/availability/calls'
import * as operatorCalls from '@yunji/contract/operator/availability-calls'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { readRule, saveRule } from './availability-rule.ts'
import type { AvailabilityDeps } from './deps.ts'
import { correctInterruption, getAllInterruptions, getMaintenances, planMaintenance } from './operator.ts'
import { getAvailability, getInterruptions } from './read-availability.ts'
import { findFault } from './store.ts'

export const availabilityRoutes = (deps: AvailabilityDeps): Binding[] => [
  bind(calls.getAvailability, ({ deviceId }, { caller }) => getAvailability(deps)(caller.userId, deviceId)),
  bind(calls.getInterruptions, ({ deviceId, ...paging }, { caller }) =>
    getInterruptions(deps)(caller.userId, deviceId, paging),
  ),
  bind(operatorCalls.getAllInterruptions, ({ page, rows, state, ...filter }, { operator }) =>
    getAllInterruptions(deps)(operator, { ...filter, isOpen: state === 'open' }, { page, rows }),
  ),
  bindAudited(
    deps,
    operatorCalls.correctInterruption,
    {
      subject: ({ interruptionId }) => `interruption:${interruptionId}`,
      read: (tx, { interruptionId }) => findFault(tx, interruptionId),
    },
    (joined, { interruptionId, fault, reason }) => correctInterruption(joined)(interruptionId, fault, reason),
  ),
  bindAudited(
    deps,
    operatorCalls.planMaintenance,
    { subject: (_input, { maintenanceId }) => `maintenance:${maintenanceId}`, after: (input) => input },
    (joined, input) => planMaintenance(joined)(input),
  ),
  bind(operatorCalls.getMaintenances, (paging) => getMaintenances(deps)(paging)),
  bind(operatorCalls.getAvailabilityRule, () => readRule(deps.database.db)),
  bindAudited(
    deps,
    operatorCalls.setAvailabilityRule,
    { subject: () => 'setting:availability', read: (tx) => readRule(tx) },
    (joined, rule) => saveRule(joined)(rule),
  ),
]
