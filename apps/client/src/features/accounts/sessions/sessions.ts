import { endOtherSessions, endSession, getSessionList } from '@yunji/contract/accounts/profile/calls'
import type { SessionRecord } from '@yunji/contract/accounts/profile/schema'
import { queryClient, requestData, useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { logOut } from '../../../shared/ui/icon/account.ts'
import { deviceNameOf } from './session-names.ts'

export const useSessions = () => useCall(getSessionList, { rows: '100' })

const refetch = () => queryClient.invalidateQueries({ queryKey: [getSessionList.path] })

/** Ends the session of another device after a confirmation. Refetches also after a failure: it may have ended already. */
export const useEndSession = () =>
  useWrite(
    async ({ sessionId }: SessionRecord) => {
      await requestData(endSession, { sessionId })
      showToast('已退出该设备', 'success')
    },
    {
      confirm: (record) =>
        confirm({
          icon: logOut,
          title: `退出「${deviceNameOf(record)}」`,
          body: '该设备需要重新登录才能继续使用',
          cancelText: '取消',
          confirmText: '退出',
        }),
      onSettled: refetch,
    },
  )

export const useEndOtherSessions = () =>
  useWrite(
    async () => {
      const { ended } = await requestData(endOtherSessions, {})
      showToast(`已退出 ${ended} 台设备`, 'success')
    },
    {
      confirm: () =>
        confirm({
          icon: logOut,
          title: '退出其他设备',
          body: '除本机外，所有设备都需要重新登录',
          cancelText: '取消',
          confirmText: '全部退出',
        }),
      onSettled: refetch,
    },
  )
