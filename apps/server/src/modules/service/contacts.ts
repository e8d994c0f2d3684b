import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { DAY_MS } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { LoginDevice } from '../../platform/rate-limit-keys.ts'
import { guessSourceOf } from '../accounts/sms-codes/index.ts'
import type { ServiceDeps } from './deps.ts'
import type { TicketOwner } from './ticket-store.ts'

const PURPOSE = 'service contact'

/**
 * Proof of a number for somebody who cannot log in, such as the owner of a frozen account. It opens tickets of that
 * number and nothing else: it is no session, and every closed call still answers a frozen account with 1057.
 */
export const proveContact =
  ({ smsCodes, signedTokens, clock }: ServiceDeps) =>
  async (mobilePhone: string, code: string, device: LoginDevice) => {
    await smsCodes.use(mobilePhone, SmsPurpose.contactService, code, guessSourceOf(device.rateLimitKeys))
    const contactToken = signedTokens.sign(PURPOSE, { mobilePhone }, DAY_MS)
    return { contactToken, expiresAt: clock.now().getTime() + DAY_MS }
  }

/** Number of a token; forged and expired ones look alike. */
export const contactOf = ({ signedTokens }: Pick<ServiceDeps, 'signedTokens'>, contactToken: string): TicketOwner => {
  const read = signedTokens.read<{ mobilePhone: string }>(PURPOSE, contactToken)
  if (!read) throw new AppError('SHOW_ERROR_TIP', { text: '验证已过期，请重新验证手机号' })
  return { contactPhone: read.mobilePhone }
}
