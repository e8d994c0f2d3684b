import { nextRunText, timingText } from '@yunji/contract/devices/schedule/rules'
import type { ScheduleRecord } from '@yunji/contract/devices/schedule/schema'
import { taskPath } from '../../../shared/navigation/page-paths.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Switch } from '../../../shared/ui/choice/switch.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { clock } from '../../../shared/ui/icon/icons.ts'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import styles from './schedules.module.css'
import { actionText, resultText, targetText, useDelete, usePause, useSchedules } from './schedules.ts'

/** Results that their owner has to know of. */
const bad: ReadonlySet<string> = new Set(['partly', 'failed', 'nothing', 'missed'])

const nextText = ({ state, nextAt, isPausedEmpty }: ScheduleRecord, nowMs: number): string => {
  if (state === 'ended') return '已结束'
  if (state === 'paused') return isPausedEmpty ? '已自动暂停：多次没有可用的设备' : '已暂停'
  return `下次 ${nextRunText(nextAt ?? 0, nowMs)}`
}

interface ScheduleCardProps {
  readonly schedule: ScheduleRecord
  readonly nowMs: number
  readonly onEdit: () => void
  readonly onPause: (isPaused: boolean) => void
  readonly onDelete: () => void
}

function ScheduleCard({ schedule, nowMs, onEdit, onPause, onDelete }: ScheduleCardProps) {
  const { state, deviceCount, lastRun } = schedule
  const title = actionText(schedule)
  return (
    <Card isPadded>
      <Box className={styles.head}>
        <Box className={styles.words}>
          <Box as="h2" className={styles.name}>
            {title}
          </Box>
          <Box className={styles.time}>{timingText(schedule, nowMs)}</Box>
        </Box>
        {state === 'ended' ? (
          <Tag>已结束</Tag>
        ) : (
          <Switch label={`${title}：运行`} isOn={state === 'active'} onChange={(isOn) => onPause(!isOn)} />
        )}
      </Box>
      <Box className={classes(styles.line, deviceCount === 0 && styles.wrong)}>{targetText(schedule)}</Box>
      {state !== 'ended' && (
        <Box className={styles.next}>
          <Icon of={clock} size={16} />
          {nextText(schedule, nowMs)}
        </Box>
      )}
      {lastRun && (
        <Box className={classes(styles.line, bad.has(lastRun.result) && styles.wrong)}>
          {`上次 ${nextRunText(lastRun.dueAt, nowMs)}：${resultText(lastRun)}`}
        </Box>
      )}
      <Box className={styles.foot}>
        <Box className={styles.words}>
          {lastRun?.taskId && <TextLink to={taskPath(lastRun.taskId)}>查看任务</TextLink>}
        </Box>
        <Button variant="outline" size="small" onTap={onDelete}>
          删除
        </Button>
        <Button variant="tint" size="small" onTap={onEdit}>
          编辑
        </Button>
      </Box>
    </Card>
  )
}

interface ScheduleListProps {
  readonly onNew: () => void
  readonly onEdit: (schedule: ScheduleRecord) => void
}

/** Schedules, the next one first. */
export function ScheduleList({ onNew, onEdit }: ScheduleListProps) {
  const nowMs = useMinute()
  const pause = usePause()
  const remove = useDelete()
  return (
    <Async
      of={useSchedules()}
      loading={<RowsSkeleton rows={3} />}
      isEmpty={({ schedules }) => schedules.length === 0}
      empty={
        <Empty
          illustration={noDevices}
          title="还没有定时任务"
          hint="到点自动重启、清理、开关机或打开应用，可以只做一次，也可以每天或每周重复"
        >
          <Button size="medium" isNarrow onTap={onNew}>
            新建定时任务
          </Button>
        </Empty>
      }
    >
      {({ schedules }) =>
        schedules.map((schedule) => (
          <ScheduleCard
            key={schedule.scheduleId}
            schedule={schedule}
            nowMs={nowMs}
            onEdit={() => onEdit(schedule)}
            onPause={(isPaused) => pause.run({ scheduleId: schedule.scheduleId, isPaused })}
            onDelete={() => remove.run(schedule)}
          />
        ))
      }
    </Async>
  )
}
