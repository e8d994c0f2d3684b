import * as calls from '@yunji/contract/devices/app/calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import type { AppTaskDeps } from './app-tasks.ts'
import { beginAppTask, sendFile } from './begin-app-task.ts'
import { deleteAppFile, type FileDeps, getAppFiles } from './files.ts'
import { setKeptAlive } from './keep-alive.ts'
import { getCommonApps } from './list-common-apps.ts'

export { appTasks, describeFailure, type OpenedFile, whileAllowed } from './app-tasks.ts'
export { beginAppTask } from './begin-app-task.ts'
export { addAppFileRoute, fileKey, sweepFilesJob } from './files.ts'
export { keepAlive } from './keep-alive.ts'
export { listFileIds } from './store.ts'

type AppDeps = AppTaskDeps & FileDeps & Parameters<typeof beginAppTask>[0]

export const appRoutes = (deps: AppDeps): Binding[] => [
  bind(calls.getCommonApps, ({ deviceIds }, { caller }) => getCommonApps(deps)(caller, deviceIds)),
  bindOnce(calls.startApp, (tx, { deviceIds, packageName, appName: subject }, { caller, rights }) =>
    beginAppTask(deps)(tx, caller, rights, { kind: 'startApp', deviceIds, subject, input: { packageName } }),
  ),
  bindOnce(calls.uninstallApp, (tx, { deviceIds, packageName, appName: subject }, { caller, rights }) =>
    beginAppTask(deps)(tx, caller, rights, { kind: 'uninstallApp', deviceIds, subject, input: { packageName } }),
  ),
  bindOnce(calls.sendFile, (tx, input, { caller, rights }) => sendFile(deps)(tx, caller, rights, input)),
  bind(calls.setKeptAlive, (input) => setKeptAlive(deps)(input)),
  bind(calls.getAppFiles, (_input, { caller }) => getAppFiles(deps)(caller)),
  bind(calls.deleteAppFile, ({ fileId }, { caller }) => deleteAppFile(deps)(caller, fileId)),
]
