import { endOtherSessions, endSession, getSessionList } from '@yunji/contract/accounts/profile/calls'
import type { SessionRecord } from '@yunji/contract/accounts/profile/schema'
import { queryClient, readData, useCall } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { logOut } from '../../../shared/ui/icon/account.ts'
import { deviceNameOf } from './session-names.ts'

export const useSessions = () => useCall(getSessionList, { rows: '100' })

const refetch = () => queryClient.invalidateQueries({ queryKey: [getSessionList.path] })

/** Refetches the list also after a failure: another device may have ended the session. */
const end = async (action: () => Promise<string>): Promise<void> => {
  try {
    showToast(await action(), 'success')
  } catch (error) {
    showError(error)
  }
  await refetch()
}

export const endOne = async (record: SessionRecord): Promise<void> => {
  const name = deviceNameOf(record)
  const body = '该设备需要重新登录才能继续使用'
  if (!(await confirm({ icon: logOut, title: `退出「${name}」`, body, cancelText: '取消', confirmText: '退出' })))
    return
  await end(async () => {
    await readData(endSession, { sessionId: record.sessionId })
    return '已退出该设备'
  })
}

export const endOthers = async (): Promise<void> => {
  const body = '除本机外，所有设备都需要重新登录'
  const question = { icon: logOut, title: '退出其他设备', body, cancelText: '取消', confirmText: '全部退出' }
  if (!(await confirm(question))) return
  await end(async () => {
    const { ended } = await readData(endOtherSessions, {})
    return `已退出 ${ended} 台设备`
  })
}
