import { logoutUser } from '@yunji/contract/accounts/session/calls'
import { callApi } from '../api/client.ts'
import { useWrite } from '../api/use-write.ts'
import { confirm } from '../feedback/dialog.ts'
import { session } from '../session/session.ts'

/** Logs out after a confirmation; locally even when the call fails. */
export const useLogOut = () =>
  useWrite(
    async () => {
      const { token } = session.store.getState()
      await callApi(logoutUser, {}).catch(() => undefined)
      if (session.store.getState().token === token) session.clear()
    },
    {
      confirm: () =>
        confirm({
          title: '退出登录',
          body: '退出后可随时再次登录，云手机会继续运行',
          cancelText: '取消',
          confirmText: '退出',
        }),
    },
  )
