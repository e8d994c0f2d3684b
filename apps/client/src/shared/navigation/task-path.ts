import { pathOf } from '@yunji/contract/navigation/pages'

/** The task centre's parameter that opens one task at once. */
export const TASK_PARAM = 'taskId'

export const taskPath = (taskId: number): string => `${pathOf('Task/index')}?${TASK_PARAM}=${taskId}`
