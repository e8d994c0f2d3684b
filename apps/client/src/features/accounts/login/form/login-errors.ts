import { type EnvelopeCode, ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { showError } from '../../../../shared/api/show-error.ts'
import { confirm } from '../../../../shared/feedback/dialog.ts'

/** Shows a refused login: a frozen account in a dialog, anything else as a toast. */
export const showLoginError = (error: unknown): void => {
  if (error instanceof ApiError && error.code === ErrorCode.ACCOUNT_FROZEN)
    void confirm({ title: '无法登录', body: error.message, confirmText: '知道了' })
  else showError(error)
}

/** Maps an error to its field by code, else to the decisive field. Errors without a code are shown as a toast or dialog. */
export const createFieldErrors =
  <Name extends string>(fieldOfCode: Readonly<Partial<Record<EnvelopeCode, Name>>>, decisive: Name) =>
  (error: unknown): { readonly [Field in Name]?: string } | undefined => {
    const code = error instanceof ApiError ? error.code : undefined
    if (code === undefined || code === ErrorCode.ACCOUNT_FROZEN) {
      showLoginError(error)
      return undefined
    }
    const refused: { [Field in Name]?: string } = {}
    refused[fieldOfCode[code] ?? decisive] = (error as ApiError).message
    return refused
  }
