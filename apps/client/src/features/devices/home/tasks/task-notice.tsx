import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { taskKindLabels } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { pathOf } from '@yunji/contract/pages'
import { type PropsWithChildren, useEffect, useRef, useState } from 'react'
import { noteDeviceChanges } from '../../../../shared/devices/device-changes.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { useLive } from '../../../../shared/live/live.ts'
import { activeTasks, useLiveTasks } from '../../../../shared/live/live-tasks.ts'
import { taskPath } from '../../../../shared/navigation/page-paths.ts'
import { usePageVisible } from '../../../../shared/platform/page/page-lifecycle.ts'
import { NoticeBar } from '../../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { alert } from '../../../../shared/ui/icon/icons.ts'
import { postCommand } from '../api/send-command.ts'
import styles from '../renewal-notice.module.css'
import { endedTasks, noticeText } from './task-results.ts'

/** Ended tasks while the page is visible: success is a toast, a failure stays until it is opened. */
const useTaskResults = () => {
  const isShown = usePageVisible()
  const known = useLiveTasks((state) => state.known)
  const before = useRef(known)
  const [failed, setFailed] = useState<TaskRecord>()

  useEffect(() => {
    const ended = endedTasks(before.current, known)
    before.current = known
    if (ended.some(({ deviceCount }) => deviceCount > 1)) noteDeviceChanges()
    for (const { deviceId } of ended.filter(({ deviceCount }) => deviceCount === 1))
      postCommand([deviceId], { command: DeviceCommand.cover }).catch(() => undefined)
    if (!isShown) return
    const failure = ended.find(({ state }) => state === 'failed')
    const success = ended.find(({ state }) => state === 'succeeded')
    if (failure) setFailed(failure)
    else if (success) showToast(`${taskKindLabels[success.kind]}已完成`, 'success')
  }, [known, isShown])

  return { active: activeTasks(known), failed, forget: () => setFailed(undefined) }
}

interface TaskNoticeProps extends PropsWithChildren {
  readonly isBusy: boolean
}

/** Running or failed task with its progress and a link; otherwise the children. */
export function TaskNotice({ isBusy, children }: TaskNoticeProps) {
  const { active, failed, forget } = useTaskResults()
  const [first] = active
  useLive(isBusy || first !== undefined)
  if (first) {
    return (
      <Box className={styles.place}>
        <NoticeBar
          tone="brand"
          isOneLine
          text={noticeText(active)}
          action="查看进度"
          to={active.length === 1 ? taskPath(first.taskId) : pathOf('Task/index')}
        />
      </Box>
    )
  }
  if (!failed) return children
  return (
    <Box className={styles.place}>
      <NoticeBar
        tone="dead"
        isOneLine
        icon={alert}
        text={`「${failed.deviceName}」${taskKindLabels[failed.kind]}失败`}
        action="查看原因"
        to={taskPath(failed.taskId)}
        onTap={forget}
      />
    </Box>
  )
}
