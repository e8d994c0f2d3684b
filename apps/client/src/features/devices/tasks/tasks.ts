import { getTaskInfo, getTaskList } from '@yunji/contract/devices/task/calls'
import type { TaskKind } from '@yunji/contract/devices/task/rules'
import type { TaskFilter, TaskInfo, TaskRecord } from '@yunji/contract/devices/task/schema'
import { useEffect, useMemo } from 'react'
import { requestData, useCall } from '../../../shared/api/query.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { activeTasks, useLiveTasks } from '../../../shared/live/live-tasks.ts'
import { newerTask } from '../../../shared/live/newer-task.ts'
import { useSession } from '../../../shared/session/session.ts'
import { shownTasks } from './shown-tasks.ts'

const taskKey = ({ taskId }: TaskRecord) => taskId

/** Tasks of a filter and of some kinds, all when absent, updated by live events. */
export const useTasks = (filter: TaskFilter, kinds?: readonly TaskKind[]) => {
  const userId = useSession((state) => state.userId)
  const { known, isComplete } = useLiveTasks()
  const list = usePagedList({
    key: [getTaskList.path, filter, kinds, userId],
    read: ({ page, rows }: PageRequest) =>
      requestData(getTaskList, {
        page: String(page),
        rows: String(rows),
        filter,
        ...(kinds && { kinds: kinds.join() }),
      }),
    paging: byPage,
    rowKey: taskKey,
  })
  const { rows, query } = list
  const ofKinds = useMemo(
    () => (kinds ? new Map([...known].filter(([, { task }]) => kinds.includes(task.kind))) : known),
    [known, kinds],
  )
  const shown = useMemo(
    () => (query.data ? shownTasks({ rows, readAtMs: query.dataUpdatedAt }, ofKinds, filter) : rows),
    [rows, query.data, query.dataUpdatedAt, ofKinds, filter],
  )
  const activeCount = isComplete ? activeTasks(ofKinds).length : query.data?.pages[0]?.activeCount
  return { ...list, rows: shown, activeCount }
}

/** A task on one device has no parts to fetch. */
const withLatest = (info: TaskInfo, latest: TaskRecord): TaskInfo => {
  const { state, progress, step, reason } = latest
  const parts =
    info.deviceCount === 1 ? info.parts.map((part) => ({ ...part, state, progress, step, reason })) : info.parts
  return { ...info, ...latest, parts }
}

/** A task with its state on each device. */
export const useTask = (taskId: number) => {
  const query = useCall(getTaskInfo, { taskId: String(taskId) })
  const latest = useLiveTasks(({ known }) => known.get(taskId))
  const { data, dataUpdatedAt, isFetching, isError, refetch } = query

  const isBehind = data !== undefined && data.deviceCount > 1 && (latest?.knownAtMs ?? 0) > dataUpdatedAt
  useEffect(() => {
    if (isBehind && !isFetching && !isError) void refetch()
  }, [isBehind, isFetching, isError, refetch])

  const info = useMemo(() => {
    if (!data || !latest) return data
    const newer = newerTask({ task: data, knownAtMs: dataUpdatedAt }, latest)
    return newer === latest ? withLatest(data, latest.task) : data
  }, [data, dataUpdatedAt, latest])
  return { ...query, data: info }
}
