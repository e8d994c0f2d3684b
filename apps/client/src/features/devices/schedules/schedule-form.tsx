import { MAX_DEVICES_PER_COMMAND, PACKAGE_NAME_PATTERN } from '@yunji/contract/devices/device/rules'
import {
  nextRunAt,
  nextRunText,
  type ScheduleKind,
  type ScheduleTarget,
  type ScheduleTiming,
  scheduleKindLabels,
  scheduleKinds,
} from '@yunji/contract/devices/schedule/rules'
import type { ScheduleRecord } from '@yunji/contract/devices/schedule/schema'
import { useState } from 'react'
import { useWrite } from '../../../shared/api/use-write.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { randomId } from '../../../shared/platform/app/random-id.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Chip } from '../../../shared/ui/choice/chip.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { AppField, type ChosenApp } from './app-field.tsx'
import styles from './schedules.module.css'
import { type ScheduleInput, saveSchedule } from './schedules.ts'
import { TargetField } from './target-field.tsx'
import { startTiming, TimingField } from './timing-field.tsx'

const kindHints: Partial<Record<ScheduleKind, string>> = {
  stop: '包月设备关机后时间照常计算；按时计费的设备停止扣云豆，保留 7 天。',
  start: '按时计费的设备开机要先付一小时的云豆，不够时不会开机。',
  clean: '只清理应用缓存，不删除数据。',
  backup: '备份时会关闭应用，设备暂时不能操作；只存储变化的部分，占用云空间。',
}

interface ScheduleFormProps {
  /** Absent for a new one. */
  readonly edited: ScheduleRecord | undefined
  /** Devices that were chosen for this page. */
  readonly ids: readonly number[]
  /** Kind of a new one. */
  readonly firstKind: ScheduleKind
  readonly onSaved: () => void
}

export function ScheduleForm({ edited, ids, firstKind, onSaved }: ScheduleFormProps) {
  const nowMs = useMinute()
  const [key] = useState(randomId)
  const [kind, setKind] = useState<ScheduleKind>(edited?.kind ?? firstKind)
  const [target, setTarget] = useState<ScheduleTarget>(edited?.target ?? 'devices')
  const [groupId, setGroupId] = useState(edited?.groupId ?? undefined)
  const [tag, setTag] = useState(edited?.tag ?? '')
  const [app, setApp] = useState<ChosenApp>({
    packageName: edited?.packageName ?? '',
    name: edited?.appName ?? '',
  })
  const [timing, setTiming] = useState<ScheduleTiming>(() => edited ?? startTiming(nowMs))
  const nextAt = nextRunAt(timing, nowMs)
  const hasTarget =
    target === 'devices'
      ? ids.length > 0 && ids.length <= MAX_DEVICES_PER_COMMAND
      : target === 'group'
        ? groupId !== undefined
        : tag !== ''
  const hasApp = kind !== 'startApp' || PACKAGE_NAME_PATTERN.test(app.packageName)
  const { isBusy, run } = useWrite(async () => {
    const { repeat, time, date, weekdays } = timing
    const input: ScheduleInput = {
      kind,
      repeat,
      time,
      ...(repeat === 'once' && { date }),
      ...(repeat === 'weekly' && { weekdays: [...weekdays] }),
      ...(kind === 'startApp' && { packageName: app.packageName, appName: app.name }),
      ...(target === 'devices' && { deviceIds: [...ids] }),
      ...(target === 'group' && { groupId }),
      ...(target === 'tag' && { tag }),
    }
    await saveSchedule(input, edited?.scheduleId, key)
    showToast(edited ? '已保存' : '定时任务已创建', 'success')
    onSaved()
  })
  return (
    <>
      <Card title="做什么" isPadded>
        <Box className={styles.choices} role="radiogroup" label="做什么">
          {scheduleKinds.map((value) => (
            <Chip key={value} variant="choice" isSelected={value === kind} onTap={() => setKind(value)}>
              {scheduleKindLabels[value]}
            </Chip>
          ))}
        </Box>
        {kindHints[kind] && (
          <Box as="p" className={styles.hint}>
            {kindHints[kind]}
          </Box>
        )}
      </Card>
      <TargetField
        target={target}
        onTarget={setTarget}
        ids={ids}
        groupId={groupId}
        onGroup={setGroupId}
        tag={tag}
        onTag={setTag}
      />
      {kind === 'startApp' && (
        <AppField target={target} deviceId={ids[0]} groupId={groupId} tag={tag} app={app} onApp={setApp} />
      )}
      <TimingField timing={timing} nowMs={nowMs} onTiming={setTiming} />
      <Box className={styles.submit}>
        <Box as="p" className={styles.hint}>
          {nextAt === null ? '请选择还没有过去的时间' : `下次运行：${nextRunText(nextAt, nowMs)}（北京时间）`}
        </Box>
        <Button isDisabled={!hasTarget || !hasApp || nextAt === null} isBusy={isBusy} onTap={() => run()}>
          {edited ? '保存' : '创建'}
        </Button>
      </Box>
    </>
  )
}
