import { isTaskOver, taskKindLabels, taskStateLabels } from '@yunji/contract/devices/task/rules'
import type { TaskInfo, TaskPart } from '@yunji/contract/devices/task/schema'
import { formatCount } from '@yunji/contract/display/text'
import { formatDate } from '@yunji/contract/display/time'
import { newTicketPath } from '../../../shared/navigation/service-paths.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { SectionTitle } from '../../../shared/ui/card/section-title.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { useCancelTask, useRetryTask } from './task-changes.ts'
import styles from './task-details.module.css'
import { kindIcons, tagTones, tileTones } from './task-displays.ts'
import { devicesOf, resultsOf, stateOf, stepOf, titleOf } from './task-text.ts'
import { useTask } from './tasks.ts'

const DATE = 'YYYY-MM-DD HH:mm'

function Reason({ state, reason }: Pick<TaskPart, 'state' | 'reason'>) {
  if (state === 'succeeded' || !reason) return null
  return <Box className={state === 'failed' ? styles.reason : styles.note}>{reason}</Box>
}

function Part({ part }: { readonly part: TaskPart }) {
  const { deviceName, state, progress, step, reason } = part
  const isOver = isTaskOver(state)
  return (
    <Box as="li" className={styles.part}>
      <Box className={styles.row}>
        <Box className={styles.device}>{deviceName}</Box>
        <Tag tone={tagTones[state]}>{taskStateLabels[state]}</Tag>
      </Box>
      {state === 'working' && (
        <Box className={styles.row}>
          <Box className={styles.bar}>
            <ProgressBar label={`${deviceName}的进度`} percent={progress} />
          </Box>
          <Box as="span" className={styles.percent}>{`${progress}%`}</Box>
        </Box>
      )}
      {!isOver && step && <Box className={styles.note}>{step}</Box>}
      {isOver && <Reason state={state} reason={reason} />}
    </Box>
  )
}

function Parts({ parts }: { readonly parts: readonly TaskPart[] }) {
  return (
    <>
      <Box className={styles.section}>
        <SectionTitle note={`${formatCount(parts.length)} 台`}>每台设备</SectionTitle>
      </Box>
      <Box as="ul" className={styles.parts}>
        {parts.map((part) => (
          <Part key={part.deviceId} part={part} />
        ))}
      </Box>
    </>
  )
}

function Facts({ task }: { readonly task: TaskInfo }) {
  const isOver = isTaskOver(task.state)
  return (
    <Box className={styles.facts}>
      {task.deviceCount === 1 && <FactRow name="设备">{task.deviceName}</FactRow>}
      <FactRow name="开始时间">{formatDate(task.createdAt, DATE)}</FactRow>
      {task.endedAt !== null && <FactRow name="结束时间">{formatDate(task.endedAt, DATE)}</FactRow>}
      {!isOver && <FactRow name="最晚结束">{formatDate(task.deadlineAt, DATE)}</FactRow>}
      <FactRow name="任务编号">{String(task.taskId)}</FactRow>
    </Box>
  )
}

interface DetailsProps {
  readonly task: TaskInfo
  /** Opens another task. */
  readonly onOpen: (taskId: number) => void
}

function Actions({ task, onOpen }: DetailsProps) {
  const cancellation = useCancelTask()
  const retry = useRetryTask((started) => onOpen(started.taskId))
  if (!task.canCancel && !task.canRetry) return null
  return (
    <Box className={styles.actions}>
      {task.canCancel && (
        <Box className={styles.action}>
          <Button variant="outline" size="medium" isBusy={cancellation.isBusy} onTap={() => cancellation.run(task)}>
            取消任务
          </Button>
        </Box>
      )}
      {task.canRetry && (
        <Box className={styles.action}>
          <Button size="medium" isBusy={retry.isBusy} onTap={() => retry.run(task)}>
            {task.deviceCount > 1 ? '重试未成功的设备' : '重试'}
          </Button>
        </Box>
      )}
    </Box>
  )
}

function Details({ task, onOpen }: DetailsProps) {
  const { kind, state, progress, parts, deviceCount, reason, retryOf, retriedBy } = task
  const isOver = isTaskOver(state)
  return (
    <>
      <Box className={styles.head}>
        <IconTile of={kindIcons[kind]} tone={tileTones[state]} size={48} />
        <Box className={styles.words}>
          <Box className={styles.row}>
            <Box className={styles.title}>{titleOf(task)}</Box>
            <Tag tone={tagTones[state]}>{stateOf(task)}</Tag>
          </Box>
          <Box className={styles.note}>{isOver ? resultsOf(task) || devicesOf(task) : stepOf(task)}</Box>
          {isOver && deviceCount === 1 && <Reason state={state} reason={reason} />}
        </Box>
      </Box>
      {!isOver && (
        <Box className={styles.whole}>
          <Box className={styles.figure} live="polite">{`${progress}%`}</Box>
          <ProgressBar label={`${taskKindLabels[kind]}的总进度`} percent={progress} />
        </Box>
      )}
      {deviceCount > 1 && <Parts parts={parts} />}
      <Facts task={task} />
      {isOver && (
        <Box className={styles.links}>
          {state !== 'succeeded' && <TextLink to={newTicketPath({ taskId: task.taskId })}>联系客服</TextLink>}
          {retryOf !== null && <TextLink onTap={() => onOpen(retryOf)}>查看原任务</TextLink>}
          {retriedBy !== null && <TextLink onTap={() => onOpen(retriedBy)}>查看重试任务</TextLink>}
        </Box>
      )}
      <Actions task={task} onOpen={onOpen} />
    </>
  )
}

interface TaskDetailsProps {
  readonly taskId: number
  readonly onOpen: (taskId: number) => void
}

/** Details of one task, with live progress. */
export function TaskDetails({ taskId, onOpen }: TaskDetailsProps) {
  return (
    <Box className={styles.details}>
      <Async of={useTask(taskId)} loading={<RowsSkeleton rows={3} />}>
        {(task) => <Details task={task} onOpen={onOpen} />}
      </Async>
    </Box>
  )
}
