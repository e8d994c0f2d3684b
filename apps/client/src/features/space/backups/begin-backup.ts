import { formatCount } from '@yunji/contract/display/text'
import { type BackupRecord, backUpDevices } from '@yunji/contract/space/backup-calls'
import type { CallData, CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../../shared/api/api-error.ts'
import { requestData } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { addBegunTask } from '../../../shared/live/live-tasks.ts'
import { alert } from '../../../shared/ui/icon/icons.ts'
import { showSpaceError } from './backups.ts'

type BackupInput = CallInput<typeof backUpDevices>

interface Begun extends CallData<typeof backUpDevices> {
  readonly startedCount: number
}

const reasonOf = ({ data }: ApiError): string => {
  const { reason } = (data ?? {}) as { readonly reason?: unknown }
  return typeof reason === 'string' ? reason : ''
}

/** Null when the user keeps the failed backup that still stands (1032). */
const begin = async (input: BackupInput): Promise<CallData<typeof backUpDevices> | null> => {
  try {
    return await requestData(backUpDevices, input)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== ErrorCode.BACKUP_FAILURE_EXISTS) throw error
    const reason = reasonOf(error)
    const isSure = await confirm({
      icon: alert,
      title: '上次备份失败',
      body: `${reason ? `${reason}。` : ''}重新备份会清除这条失败记录。`,
      cancelText: '取消',
      confirmText: '重新备份',
    })
    return isSure ? requestData(backUpDevices, { ...input, replacesFailed: true }) : null
  }
}

/** Says how many of several devices did not begin, and why. */
export const refusedText = (refused: Begun['refused']): string => {
  const [first] = refused
  if (!first) return ''
  return refused.length === 1
    ? `1 台没有开始：${first.msg}`
    : `${formatCount(refused.length)} 台没有开始：${first.msg}等`
}

export interface NewBackup {
  readonly input: BackupInput
  /** Of the first device. */
  readonly deviceName: string
}

export const beginBackup = async ({ input, deviceName }: NewBackup): Promise<Begun | null> => {
  const begun = await begin(input)
  if (!begun) return null
  const refused = new Set(begun.refused.map(({ deviceId }) => deviceId))
  const started = input.deviceIds.filter((id) => !refused.has(id))
  const [deviceId = 0] = started
  addBegunTask({ taskId: begun.taskId, kind: 'backup', deviceId, deviceName, deviceCount: started.length })
  if (refused.size > 0) showToast(refusedText(begun.refused), 'error')
  else showToast('开始备份', 'success')
  return { ...begun, startedCount: started.length }
}

/** In place of a backup that failed, with its note. */
export const useBackUpAgain = (onDone?: () => void) =>
  useWrite(
    async ({ deviceId, deviceName, note }: BackupRecord) => {
      await beginBackup({ input: { deviceIds: [deviceId], note, replacesFailed: true }, deviceName })
      onDone?.()
    },
    { onError: showSpaceError },
  )
