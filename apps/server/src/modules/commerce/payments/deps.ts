import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Payments, ProviderName } from '../../../platform/payments.ts'
import type { WechatLogin } from '../../../platform/wechat-login.ts'

export interface PaymentDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly outbox: Outbox
  readonly jobs: Pick<Jobs, 'add'>
  readonly payments: Payments
  readonly wechatLogin: WechatLogin
}

export const methodOf: Readonly<Record<ProviderName, PayMethod>> = {
  alipay: PayMethod.alipay,
  wechat: PayMethod.wechat,
}

export const providerOf = (method: PayMethod): ProviderName | undefined => {
  if (method === PayMethod.alipay) return 'alipay'
  return method === PayMethod.wechat ? 'wechat' : undefined
}
