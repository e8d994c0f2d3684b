import { getTaskInfo, getTaskList } from '@yunji/contract/devices/task/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../api/api-error.ts'
import { requestData } from '../api/query.ts'
import { activeTasks, mergeTasks, removeTask, setComplete, useLiveTasks } from './live-tasks.ts'

const MOST_ACTIVE = 100
/** Enough after a short absence; after a long one the list is refetched anyway. */
const MOST_ENDED = 10

const fetchEnd = async (taskId: number): Promise<void> => {
  try {
    mergeTasks([await requestData(getTaskInfo, { taskId: String(taskId) })])
  } catch (error) {
    if (error instanceof ApiError && error.code === ErrorCode.TASK_NOT_EXIST) removeTask(taskId)
    else throw error
  }
}

/** Fetches missed events: running tasks, and the results of those that ended. */
export const catchUp = async (): Promise<void> => {
  const followed = activeTasks(useLiveTasks.getState().known).map(({ taskId }) => taskId)
  const { records, activeCount } = await requestData(getTaskList, {
    filter: 'active',
    page: '1',
    rows: String(MOST_ACTIVE),
  })
  mergeTasks(records)
  const ended = followed.filter((taskId) => !records.some((record) => record.taskId === taskId))
  await Promise.all(ended.slice(0, MOST_ENDED).map(fetchEnd))
  setComplete(activeCount <= MOST_ACTIVE)
}
