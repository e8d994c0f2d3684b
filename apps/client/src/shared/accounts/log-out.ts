import { logoutUser } from '@yunji/contract/accounts/session/calls'
import { callApi } from '../api/client.ts'
import { confirm } from '../feedback/dialog.ts'
import { session } from '../session/session.ts'

/** Logs out locally even when the call fails. */
export const logOut = async (): Promise<void> => {
  const isConfirmed = await confirm({
    title: '退出登录',
    body: '退出后可随时再次登录，云手机会继续运行',
    cancelText: '取消',
    confirmText: '退出',
  })
  if (!isConfirmed) return
  const { token } = session.store.getState()
  await callApi(logoutUser, {}).catch(() => undefined)
  if (session.store.getState().token === token) session.clear()
}
