import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import type { LoginResult } from '@yunji/contract/accounts/user/schema'
import { isDigitCode, isMobile } from '@yunji/contract/validation/credentials'
import { AppError } from '../../../platform/errors.ts'
import type { LoginDevice } from '../../../platform/rate-limit-keys.ts'
import type { ClientInfo } from '../../../platform/sessions/client-info.ts'
import type { Invitation } from '../invites/index.ts'
import { guessSourceOf } from '../sms-codes/index.ts'
import { completeLogin, findOrRegister } from './complete-login.ts'
import type { UserDeps } from './deps.ts'

interface SmsLogin extends Invitation {
  readonly mobilePhone?: string | undefined
  readonly code?: string | undefined
}

/** Registers on first use: only the holder of a number learns whether it was known. */
export const logInBySms =
  (deps: UserDeps) =>
  async (
    { mobilePhone, code, ...invitation }: SmsLogin,
    client: ClientInfo,
    device: LoginDevice,
  ): Promise<LoginResult> => {
    if (!mobilePhone) throw new AppError('PASSWORD_OR_PHONE_EMPTY', { text: '手机号不能为空' })
    if (!code) throw new AppError('VERIFICATION_CODE_EMPTY')
    if (!isMobile(mobilePhone) || !isDigitCode(code)) throw new AppError('VERIFICATION_CODE_WRONG')
    await deps.smsCodes.use(mobilePhone, SmsPurpose.login, code, guessSourceOf(device.rateLimitKeys))
    return deps.database.db.transaction(async (tx) => {
      const user = await findOrRegister(tx, deps.outbox, { mobilePhone, invitation }, deps.clock.now())
      return completeLogin(tx, deps, user, client, device)
    })
  }
