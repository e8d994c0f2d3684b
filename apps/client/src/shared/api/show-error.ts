import { pathOf } from '@yunji/contract/pages'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { confirm } from '../feedback/dialog.ts'
import { showToast } from '../feedback/toast.ts'
import { openPage } from '../platform/router/router.ts'
import { ApiError, messageOf } from './api-error.ts'

/** The user can fix it: offer the way there instead of a toast. */
const offerPassword = async (title: string): Promise<void> => {
  const body = '设置登录密码后，就可以继续这项操作'
  if (await confirm({ title, body, cancelText: '取消', confirmText: '去设置' }))
    await openPage(pathOf('user/setPassword'))
}

/** Shows an error unless the request layer has shown it. */
export const showError = (error: unknown): void => {
  if (error instanceof ApiError && error.isShown) return
  if (error instanceof ApiError && error.code === ErrorCode.MUST_SET_PASSWORD) void offerPassword(error.message)
  else showToast(messageOf(error), 'error')
}
