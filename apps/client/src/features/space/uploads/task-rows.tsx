import { getTaskList } from '@yunji/contract/devices/task/calls'
import { isTaskOver, type TaskKind, taskKindLabels, taskStateLabels } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { formatCount } from '@yunji/contract/display/text'
import { fileTime } from '@yunji/contract/display/time'
import { useMemo } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { useLiveTasks } from '../../../shared/live/live-tasks.ts'
import { newerTask } from '../../../shared/live/newer-task.ts'
import { taskPath } from '../../../shared/navigation/page-paths.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import styles from './transfers.module.css'

const ROWS = 50
/** Ended transfers that are shown; all of them are in the task centre. */
const ENDED_SHOWN = 10

const kinds: ReadonlySet<TaskKind> = new Set(['installApp', 'uploadFile', 'fetchFile'])

/** Tasks that move files, newest first, with the live state of each. */
export const useTransferTasks = () => {
  const { data, dataUpdatedAt, refetch } = useCall(getTaskList, { page: '1', rows: String(ROWS), filter: 'all' })
  const known = useLiveTasks((state) => state.known)
  useReturn(() => void refetch())
  const tasks = useMemo(() => {
    const latest = new Map([...known].map(([taskId, { task }]) => [taskId, task]))
    for (const task of data?.records ?? []) {
      const live = known.get(task.taskId)
      latest.set(task.taskId, live ? newerTask({ task, knownAtMs: dataUpdatedAt }, live).task : task)
    }
    const moving = [...latest.values()].filter(({ kind }) => kinds.has(kind))
    moving.sort((one, other) => other.taskId - one.taskId)
    const ended = new Set(moving.filter(({ state }) => isTaskOver(state)).slice(0, ENDED_SHOWN))
    return moving.filter((task) => !isTaskOver(task.state) || ended.has(task))
  }, [data, dataUpdatedAt, known])
  return { tasks, isLoaded: data !== undefined }
}

const tones = { waiting: 'plain', working: 'brand', succeeded: 'run', failed: 'dead', interrupted: 'plain' } as const

const aboutOf = ({ kind, deviceName, deviceCount, state, createdAt, endedAt }: TaskRecord, nowMs: number): string => {
  const phones = deviceCount > 1 ? `${deviceName} 等 ${formatCount(deviceCount)} 台` : deviceName
  const parts = [taskKindLabels[kind], phones]
  return (isTaskOver(state) ? [...parts, fileTime(endedAt ?? createdAt, nowMs)] : parts).join(' · ')
}

/** Each leads to the task centre, which retries and cancels. */
export function TaskRows({ tasks }: { readonly tasks: readonly TaskRecord[] }) {
  const nowMs = useMinute()
  return (
    <Box as="ul">
      {tasks.map((task) => (
        <Box as="li" key={task.taskId} className={styles.item}>
          <Tap className={styles.task} to={taskPath(task.taskId)}>
            <Box className={styles.words}>
              <Box className={styles.name}>{task.subject || taskKindLabels[task.kind]}</Box>
              {!isTaskOver(task.state) && <ProgressBar label={`「${task.subject}」的进度`} percent={task.progress} />}
              <Box className={styles.about}>{aboutOf(task, nowMs)}</Box>
              {task.state === 'failed' && task.reason !== '' && <Box className={styles.reason}>{task.reason}</Box>}
            </Box>
            <Tag tone={tones[task.state]}>{taskStateLabels[task.state]}</Tag>
          </Tap>
        </Box>
      ))}
    </Box>
  )
}
