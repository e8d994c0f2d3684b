import * as calls from '@yunji/contract/devices/task/calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { cancelTask, getTaskInfo, getTaskList, retryTask, type TaskDeps } from './manage-tasks.ts'

export const taskRoutes = (deps: TaskDeps): Binding[] => [
  bind(calls.getTaskList, (input, { caller }) => getTaskList(deps)(caller, input)),
  bind(calls.getTaskInfo, ({ taskId }, { caller }) => getTaskInfo(deps)(caller, taskId)),
  bind(calls.cancelTask, ({ taskId }, { caller }) => cancelTask(deps)(caller, taskId)),
  bindOnce(calls.retryTask, (tx, { taskId }, { caller }) => retryTask(deps)(tx, caller, taskId)),
]
