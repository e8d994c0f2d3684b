import * as calls from '@yunji/contract/devices/schedule/calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import type { ScheduleDeps } from './deps.ts'
import { createSchedule, deleteSchedule, getScheduleList, pauseSchedule, updateSchedule } from './manage-schedules.ts'

export { findNextRuns } from './next-run-store.ts'
export { runSchedules } from './run-schedules.ts'

export const scheduleRoutes = (deps: ScheduleDeps): Binding[] => [
  bind(calls.getScheduleList, (_input, { caller }) => getScheduleList(deps)(caller)),
  bindOnce(calls.createSchedule, (tx, input, { caller }) => createSchedule(deps)(tx, caller, input)),
  bind(calls.updateSchedule, (input, { caller }) => updateSchedule(deps)(caller, input)),
  bind(calls.pauseSchedule, ({ scheduleId, isPaused }, { caller }) =>
    pauseSchedule(deps)(caller, scheduleId, isPaused),
  ),
  bind(calls.deleteSchedule, ({ scheduleId }, { caller }) => deleteSchedule(deps)(caller, scheduleId)),
]
