import { getTaskInfo, getTaskList } from '@yunji/contract/devices/task/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../api/api-error.ts'
import { readData } from '../api/query.ts'
import { activeTasks, mergeTasks, removeTask, setComplete, useLiveTasks } from './live-tasks.ts'

const MOST_ACTIVE = 100
/** Enough for whoever was away for a moment; whoever was away for long reads the list anyway. */
const MOST_ENDED = 10

const fetchEnd = async (taskId: number): Promise<void> => {
  try {
    mergeTasks([await readData(getTaskInfo, { taskId: String(taskId) })])
  } catch (error) {
    if (error instanceof ApiError && error.code === ErrorCode.TASK_NOT_EXIST) removeTask(taskId)
    else throw error
  }
}

/** Asks for what may have been told while nobody listened: what is under way, and how the rest of it ended. */
export const catchUp = async (): Promise<void> => {
  const followed = activeTasks(useLiveTasks.getState().known).map(({ taskId }) => taskId)
  const { records, activeCount } = await readData(getTaskList, {
    filter: 'active',
    page: '1',
    rows: String(MOST_ACTIVE),
  })
  mergeTasks(records)
  const ended = followed.filter((taskId) => !records.some((record) => record.taskId === taskId))
  await Promise.all(ended.slice(0, MOST_ENDED).map(fetchEnd))
  setComplete(activeCount <= MOST_ACTIVE)
}
