import { useQuery } from '@tanstack/react-query'
import {
  createSchedule,
  deleteSchedule,
  getScheduleList,
  pauseSchedule,
  updateSchedule,
} from '@yunji/contract/devices/schedule/calls'
import { scheduleKindLabels } from '@yunji/contract/devices/schedule/rules'
import type { ScheduleRecord } from '@yunji/contract/devices/schedule/schema'
import { formatCount } from '@yunji/contract/display/text'
import type { CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callApi } from '../../../shared/api/client.ts'
import { queryClient, queryKeyOf, requestData } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { usePageVisible } from '../../../shared/platform/page/page-lifecycle.ts'
import { useSession } from '../../../shared/session/session.ts'

const WORKING_EVERY_MS = 3000

/** Read again while a run is under way and the page is on screen. */
export const useSchedules = () => {
  const userId = useSession((state) => state.userId)
  const isVisible = usePageVisible()
  return useQuery({
    queryKey: queryKeyOf(getScheduleList, {}, userId),
    queryFn: () => requestData(getScheduleList, {}),
    enabled: userId !== null,
    refetchInterval: ({ state: { data } }) =>
      isVisible && data?.schedules.some(({ lastRun }) => lastRun?.result === 'working') ? WORKING_EVERY_MS : false,
  })
}

const readAgain = () => queryClient.invalidateQueries({ queryKey: [getScheduleList.path] })

export type ScheduleInput = CallInput<typeof createSchedule>

/** A new schedule with a key of its form, so that a second tap makes no second one. */
export const saveSchedule = async (
  input: ScheduleInput,
  scheduleId: number | undefined,
  idempotencyKey: string,
): Promise<void> => {
  if (scheduleId === undefined) {
    const { code, msg, data } = await callApi(createSchedule, input, { idempotencyKey, hasIndicator: false })
    if (code !== ErrorCode.OK) throw new ApiError(msg, { code, data })
  } else await requestData(updateSchedule, { scheduleId, ...input })
  await readAgain()
}

/** `重启` or `打开应用「微信」`. */
export const actionText = ({ kind, appName, packageName }: ScheduleRecord): string =>
  kind === 'startApp' ? `${scheduleKindLabels[kind]}「${appName || packageName}」` : scheduleKindLabels[kind]

export const targetText = ({ target, targetName, deviceCount }: ScheduleRecord): string => {
  if (deviceCount === 0) return '没有可用的设备'
  const count = `${formatCount(deviceCount)} 台`
  if (target === 'devices') return deviceCount === 1 ? targetName : `${targetName} 等 ${count}`
  return `${target === 'group' ? '分组' : '标签'}「${targetName}」· ${count}`
}

type Run = NonNullable<ScheduleRecord['lastRun']>

export const resultText = ({ result, doneCount, failedCount, reason }: Run): string => {
  const why = reason ? `：${reason}` : ''
  switch (result) {
    case 'working':
      return '正在进行'
    case 'succeeded':
      return `${formatCount(doneCount)} 台全部完成`
    case 'partly':
      return `${formatCount(doneCount)} 台完成，${formatCount(failedCount)} 台未完成${why}`
    case 'failed':
      return `${formatCount(failedCount)} 台未完成${why}`
    case 'nothing':
      return '没有可用的设备'
    case 'missed':
      return `错过了，没有补做${why}`
  }
}

/** Says so once the switch shows it: a tap before that would do nothing. */
export const usePause = () =>
  useWrite(
    async ({ scheduleId, isPaused }: CallInput<typeof pauseSchedule>) => {
      await requestData(pauseSchedule, { scheduleId, isPaused }).finally(readAgain)
      showToast(isPaused ? '已暂停' : '已继续', 'success')
    },
    { keyOf: ({ scheduleId }) => scheduleId },
  )

export const useDelete = () =>
  useWrite(
    async ({ scheduleId }: ScheduleRecord) => {
      await requestData(deleteSchedule, { scheduleId })
      showToast('已删除', 'success')
    },
    {
      confirm: (schedule) =>
        confirm({
          title: `删除「${actionText(schedule)}」？`,
          body: '以后不再运行。已经开始的设备会做完。',
          confirmText: '删除',
          cancelText: '取消',
          isDanger: true,
        }),
      onSettled: readAgain,
    },
  )
