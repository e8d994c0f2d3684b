import type { payOrder as call } from '@yunji/contract/commerce/order/calls'
import { isOfferedIn } from '@yunji/contract/commerce/order/rules'
import type { PayNext } from '@yunji/contract/commerce/payment/schema'
import { pathOf } from '@yunji/contract/pages'
import type { CallArguments } from '@yunji/contract/wire/call'
import { AppError } from '../../../platform/errors.ts'
import { BuyerUnknown, type PaymentProvider, PaymentRefused, type ProviderName } from '../../../platform/payments.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { findOrder, lockPayableOrder, type OrderRow } from '../orders/index.ts'
import { type PaymentDeps, providerOf } from './deps.ts'
import { payFromWallet } from './pay-from-wallet.ts'
import { refreshPayments } from './reconcile-payments.ts'
import { findOpenid, findOrAddPayment, type PaymentRow } from './store.ts'

type PayInput = CallArguments<typeof call>

interface PaymentStep {
  readonly order: OrderRow
  readonly next: PayNext
}

const UNAVAILABLE = '支付渠道暂时不可用，请稍后再试，或换一种支付方式'
const NO_NEXT_STEP: PayNext = { kind: 'none' }

/** Pays from a wallet, or opens a payment and returns how the buyer reaches the provider. Repeated calls open one payment. */
export const payOrder =
  (deps: PaymentDeps) =>
  async (caller: Caller, input: PayInput, address: string): Promise<PaymentStep> => {
    const name = providerOf(input.payMethod)
    if (!name) return { order: await payFromWallet(deps)(caller, input.orderId, input.payMethod), next: NO_NEXT_STEP }
    const { order, payment } = await openPayment(deps, caller, input, name)
    if (!payment) return { order, next: NO_NEXT_STEP }
    try {
      return { order, next: await openAtProvider(deps, order, payment, input, address) }
    } catch (error) {
      if (error instanceof BuyerUnknown) {
        throw new AppError('SHOW_ERROR_TIP', { text: '请先用微信登录，再使用微信支付' })
      }
      if (!(error instanceof PaymentRefused)) throw error
      deps.log.warn({ err: error, paymentId: payment.id }, 'payment open failed')
      return recheckRefusedPayment(deps, order)
    }
  }

const openPayment = (
  deps: PaymentDeps,
  { userId }: Caller,
  { orderId, payMethod, scene }: PayInput,
  name: ProviderName,
) =>
  deps.database.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const order = await lockPayableOrder(tx, userId, orderId, payMethod, now)
    if (order.paidAt) return { order }
    if (!isOfferedIn(payMethod, scene)) {
      throw new AppError('SHOW_ERROR_TIP', { text: '微信内不能使用支付宝，请在浏览器中打开' })
    }
    if (!deps.payments[name]) throw new AppError('SHOW_ERROR_TIP', { text: UNAVAILABLE })
    return { order, payment: await findOrAddPayment(tx, order, name, scene, now) }
  })

const openAtProvider = (
  deps: PaymentDeps,
  { userId, title }: OrderRow,
  { provider, outTradeNo, amountCents, expiresAt, orderId, scene }: PaymentRow,
  { jsCode }: PayInput,
  address: string,
): Promise<PayNext> =>
  (deps.payments[provider] as PaymentProvider).open({
    outTradeNo,
    title: `云机-${title}`,
    amountCents,
    expiresAt,
    scene,
    address,
    returnPath: `${pathOf('pay/pay')}?orderId=${orderId}`,
    openidOf: async (appId) =>
      (await findOpenid(deps.database.db, userId, appId)) ?? openidByCode(deps, appId, scene, jsCode),
  })

/** The openid of a user who logged in by password, by a code of the WeChat client. */
const openidByCode = async (
  { wechatLogin }: PaymentDeps,
  appId: string,
  scene: PaymentRow['scene'],
  code: string | undefined,
): Promise<string | undefined> => {
  if (code === undefined) return undefined
  const identity =
    scene === 'miniProgram'
      ? await wechatLogin.identifyByApplet(code)
      : await wechatLogin.identifyByOfficialAccount(code, false)
  return identity?.appId === appId ? identity.openid : undefined
}

/** A provider also refuses a payment that has just been paid. */
const recheckRefusedPayment = async (deps: PaymentDeps, { id, userId }: OrderRow): Promise<PaymentStep> => {
  await refreshPayments(deps, id)
  const order = await findOrder(deps.database.db, userId, id)
  if (!order?.paidAt) throw new AppError('SHOW_ERROR_TIP', { text: UNAVAILABLE })
  return { order, next: NO_NEXT_STEP }
}
