import { useQueries, useQuery } from '@tanstack/react-query'
import { cancelTask, getTaskInfo } from '@yunji/contract/devices/task/calls'
import type { TaskKind } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { pathOf } from '@yunji/contract/pages'
import type { BackupRecord, DataCenterDevice } from '@yunji/contract/space/backup-calls'
import * as calls from '@yunji/contract/space/backup-calls'
import { BACKUP_KEPT_DAYS } from '@yunji/contract/space/backup-rules'
import { getSpace } from '@yunji/contract/space/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { queryClient, queryKeyOf, requestData } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { noteDeviceChanges } from '../../../shared/devices/device-changes.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { activeTasks, mergeTasks, useLiveTasks } from '../../../shared/live/live-tasks.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { useSession } from '../../../shared/session/session.ts'
import { trash } from '../../../shared/ui/icon/controls.ts'
import { cloud } from '../../../shared/ui/icon/icons.ts'
import { titleOf } from './backup-text.ts'

/** The device of the page: the given one, or the first of the user's own. Null when there is none. */
export const useCentreDevice = (deviceId: number | undefined) => {
  const userId = useSession((state) => state.userId)
  const input = { page: '1', rows: '1', ...(deviceId !== undefined && { deviceId: String(deviceId) }) }
  return useQuery({
    queryKey: queryKeyOf(calls.getDataCenter, input, userId),
    queryFn: async (): Promise<DataCenterDevice | null> =>
      (await requestData(calls.getDataCenter, input)).records[0] ?? null,
    enabled: userId !== null,
  })
}

const backupKey = ({ backupId }: BackupRecord) => backupId

/** Backups of one device or of all, newest first; or those in the trash. */
export const useBackups = (filter: 'kept' | 'trash', deviceId?: number) => {
  const userId = useSession((state) => state.userId)
  const of = { filter, ...(deviceId !== undefined && { deviceId: String(deviceId) }) }
  return usePagedList({
    key: [calls.getBackupList.path, of, userId],
    read: ({ page, rows }: PageRequest) =>
      requestData(calls.getBackupList, { page: String(page), rows: String(rows), ...of }),
    paging: byPage,
    rowKey: backupKey,
  })
}

const changed = [calls.getDataCenter, calls.getBackupList, calls.getBackupInfo, getSpace]

const readAgain = () => Promise.all(changed.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))

const kinds: ReadonlySet<TaskKind> = new Set(['backup', 'lastBackup', 'restore'])

/** Backups and restores under way, newest first. What they change is read again when one begins or ends. */
export const useDataTasks = (): readonly TaskRecord[] => {
  const known = useLiveTasks((state) => state.known)
  const active = useMemo(() => activeTasks(known).filter(({ kind }) => kinds.has(kind)), [known])
  const ids = active.map(({ taskId }) => taskId).join()
  const seenIds = useRef(ids)
  useEffect(() => {
    if (seenIds.current === ids) return
    seenIds.current = ids
    void readAgain()
    noteDeviceChanges()
  }, [ids])
  return active
}

export interface DeviceWork {
  readonly task: TaskRecord
  /** Of this device. */
  readonly progress: number
}

/** Backup under way of a device; a task of several devices is asked for this one's part. */
export const useRunningBackup = (tasks: readonly TaskRecord[], deviceId: number): DeviceWork | undefined => {
  const userId = useSession((state) => state.userId)
  const making = tasks.filter(({ kind }) => kind !== 'restore')
  const single = making.find((task) => task.deviceCount === 1 && task.deviceId === deviceId)
  const shared = single ? [] : making.filter(({ deviceCount }) => deviceCount > 1)
  const infos = useQueries({
    queries: shared.map(({ taskId, progress }) => ({
      queryKey: [...queryKeyOf(getTaskInfo, { taskId: String(taskId) }, userId), progress],
      queryFn: () => requestData(getTaskInfo, { taskId: String(taskId) }),
    })),
  })
  if (single) return { task: single, progress: single.progress }
  for (const [index, task] of shared.entries()) {
    const part = infos[index]?.data?.parts.find((each) => each.deviceId === deviceId)
    if (part && (part.state === 'waiting' || part.state === 'working')) return { task, progress: part.progress }
  }
  return undefined
}

export const useInterrupt = () =>
  useWrite(
    async ({ taskId }: TaskRecord) => {
      mergeTasks([await requestData(cancelTask, { taskId })])
      showToast('备份已中断', 'success')
    },
    {
      confirm: ({ deviceCount }) =>
        confirm({
          title: '中断备份？',
          body: `${deviceCount > 1 ? `这次备份的 ${deviceCount} 台设备都会停止。` : ''}这次的备份不会保留，也不占空间；原有备份不受影响。`,
          cancelText: '继续备份',
          confirmText: '中断',
          isDanger: true,
        }),
      onSettled: readAgain,
    },
  )

const WITHOUT_ROOM: ReadonlySet<number> = new Set([ErrorCode.OVER_CLOUD_SPACE, ErrorCode.CLOUD_SPACE_NOT_ENOUGH])

/** The user can fix a full space: offers the way there instead of a toast. */
const offerSpace = async (title: string): Promise<void> => {
  const body = '扩容，或清理不需要的文件和备份后再试'
  if (await confirm({ icon: cloud, title, body, cancelText: '取消', confirmText: '去扩容' }))
    await openPage(pathOf('Space/BuySpace'))
}

export const showSpaceError = (error: unknown): void => {
  if (error instanceof ApiError && WITHOUT_ROOM.has(error.code ?? 0)) void offerSpace(error.message)
  else showError(error)
}

export const useDeleteBackup = (onDone?: () => void) =>
  useWrite(
    async ({ backupId }: BackupRecord) => {
      const { isTrashed } = await requestData(calls.deleteBackup, { backupId })
      showToast(isTrashed ? '已移到回收站' : '已删除', 'success')
      onDone?.()
    },
    {
      confirm: (backup) => {
        const isForGood = backup.state !== 'complete' || backup.origin === 'lastChance'
        return confirm({
          icon: trash,
          title: isForGood ? `彻底删除「${titleOf(backup)}」？` : `删除「${titleOf(backup)}」？`,
          body:
            backup.state === 'failed'
              ? '只删除这条失败记录，它不占空间。'
              : isForGood
                ? '删除后无法找回。'
                : `会在回收站保留 ${BACKUP_KEPT_DAYS} 天，期间可以取回。`,
          cancelText: '取消',
          confirmText: isForGood ? '彻底删除' : '删除',
          isDanger: true,
        })
      },
      onSettled: readAgain,
    },
  )

/** From the trash, or a last-chance backup into the own space. */
export const usePutBack = (onDone?: () => void) =>
  useWrite(
    async ({ backupId, origin, state }: BackupRecord) => {
      await requestData(calls.restoreTrashedBackup, { backupId })
      showToast(state !== 'trashed' && origin === 'lastChance' ? '已存入空间' : '已取回', 'success')
      onDone?.()
    },
    { onSettled: readAgain, onError: showSpaceError, keyOf: ({ backupId }) => backupId },
  )

export const useKeepLast = (onDone: () => void) =>
  useWrite(
    async (input: { readonly deviceId: number; readonly keepLast: number }) => {
      await requestData(calls.setKeepLast, input)
      showToast('已保存', 'success')
      onDone()
    },
    { onSettled: readAgain },
  )
