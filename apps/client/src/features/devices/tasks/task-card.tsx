import { isTaskOver, taskKindLabels } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { fileTime } from '@yunji/contract/display/time'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import styles from './task-card.module.css'
import { useCancelTask, useRetryTask } from './task-changes.ts'
import { kindIcons, tagTones, tileTones } from './task-displays.ts'
import { devicesOf, reasonOf, resultsOf, stateOf, stepOf, titleOf } from './task-text.ts'

interface TaskProps {
  readonly task: TaskRecord
}

function Progress({ task }: TaskProps) {
  return (
    <Box className={styles.progress}>
      <Box className={styles.bar}>
        <ProgressBar label={`${taskKindLabels[task.kind]}进度`} percent={task.progress} />
      </Box>
      <Box as="span" className={styles.percent}>{`${task.progress}%`}</Box>
    </Box>
  )
}

function Outcome({ task }: TaskProps) {
  const [results, reason] = [resultsOf(task), reasonOf(task)]
  return (
    <>
      {results && <Box className={styles.note}>{results}</Box>}
      {reason && <Box className={task.state === 'failed' ? styles.reason : styles.note}>{reason}</Box>}
    </>
  )
}

interface TaskCardProps extends TaskProps {
  readonly nowMs: number
  readonly onOpen: () => void
}

/** Card of a task: kind, devices, progress or result, and actions. */
export function TaskCard({ task, nowMs, onOpen }: TaskCardProps) {
  const { kind, state, canCancel, canRetry, createdAt, endedAt } = task
  const isOver = isTaskOver(state)
  const cancellation = useCancelTask()
  const retry = useRetryTask()
  return (
    <Card>
      <Tap className={styles.face} onTap={onOpen}>
        <IconTile of={kindIcons[kind]} tone={tileTones[state]} />
        <Box className={styles.words}>
          <Box className={styles.top}>
            <Box as="h2" className={styles.title}>
              {titleOf(task)}
            </Box>
            <Tag tone={tagTones[state]}>{stateOf(task)}</Tag>
          </Box>
          <Box className={styles.devices}>{devicesOf(task)}</Box>
          {isOver ? <Outcome task={task} /> : <Progress task={task} />}
        </Box>
      </Tap>
      <Box className={styles.foot}>
        <Box className={styles.time}>{isOver ? fileTime(endedAt ?? createdAt, nowMs) : stepOf(task)}</Box>
        {canCancel && (
          <Button variant="outline" size="small" isBusy={cancellation.isBusy} onTap={() => cancellation.run(task)}>
            取消
          </Button>
        )}
        {canRetry && (
          <Button variant="tint" size="small" isBusy={retry.isBusy} onTap={() => retry.run(task)}>
            重试
          </Button>
        )}
      </Box>
    </Card>
  )
}
