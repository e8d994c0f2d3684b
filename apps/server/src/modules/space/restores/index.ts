import * as calls from '@yunji/contract/space/restore-calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import type { Job } from '../../../platform/jobs.ts'
import { type BeginRestoreDeps, beginRestore, checkRestore } from './begin-restore.ts'
import { type DrillDeps, drillJob, planDrills } from './drill-backups.ts'
import { recoverRestoreJob, restoreTask } from './restore-task.ts'

const routes = (deps: BeginRestoreDeps): Binding[] => [
  bind(calls.checkRestore, (input, { caller }) => checkRestore(deps)(caller, input)),
  bindOnce(calls.restoreBackup, (tx, input, { caller }) => beginRestore(deps)(tx, caller, input)),
]

const jobs = (deps: DrillDeps): Job<never>[] => [recoverRestoreJob(deps), drillJob(deps)]

export const restores = { routes, jobs, task: restoreTask, planDrills }
