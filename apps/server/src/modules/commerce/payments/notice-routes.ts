import { servedRoutes } from '@yunji/contract/wire/served-routes'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { RESPONSE_TIMEOUT_MS, responseTimeout } from '../../../platform/http/response-timeout.ts'
import {
  type Notice,
  NoticeRefused,
  type PaidTrade,
  type PaymentProvider,
  type ProviderName,
  type RawNotice,
} from '../../../platform/payments.ts'
import { applyRefundStatus } from '../refunds/index.ts'
import { confirmPayment } from './confirm-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { addNotice } from './notice-store.ts'

/** More than either provider sends. */
const BODY_LIMIT_BYTES = 32 * 1024

const routes = [
  ['alipay', servedRoutes.alipayNotice],
  ['wechat', servedRoutes.wechatNotice],
] as const satisfies readonly (readonly [ProviderName, object])[]

/** Routes that payment providers send notices to. The content is used only after its signature is verified. */
export const addNoticeRoutes = (app: FastifyInstance, paymentDeps: PaymentDeps): void => {
  const deps = { ...paymentDeps, countForgery: createForgeryCount(paymentDeps) }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the raw body.
    scope.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
    for (const [name, { method, path: url }] of routes) {
      scope.route({
        method,
        url,
        bodyLimit: BODY_LIMIT_BYTES,
        onRequest: responseTimeout(RESPONSE_TIMEOUT_MS),
        handler: async ({ headers, body }, reply) => {
          const provider = deps.payments[name]
          if (!provider) throw new AppError('PATH_NOT_FOUND')
          const notice = { headers, body: typeof body === 'string' ? body : '' }
          const {
            status,
            contentType,
            body: words,
          } = provider.noticeReplies[await handleNotice(deps, provider, notice)]
          return reply.status(status).header('cache-control', 'no-store').type(contentType).send(words)
        },
      })
    }
  })
}

interface NoticeDeps extends PaymentDeps {
  readonly countForgery: ReturnType<typeof createForgeryCount>
}

/** At least between two writes of forged notices, so that a flood of them costs little. */
const FORGERY_EVERY_MS = 10_000

/** Counts notices that failed verification by provider and reason; nothing of their content is kept. */
const createForgeryCount = ({ database: { db }, clock }: PaymentDeps) => {
  const counts = new Map<string, { readonly times: number; readonly writtenAt: number }>()
  return async (provider: ProviderName, reason: string): Promise<void> => {
    const now = clock.now()
    const key = `${provider} ${reason}`
    const { times, writtenAt } = counts.get(key) ?? { times: 0, writtenAt: 0 }
    if (now.getTime() - writtenAt < FORGERY_EVERY_MS) {
      counts.set(key, { times: times + 1, writtenAt })
      return
    }
    counts.set(key, { times: 0, writtenAt: now.getTime() })
    const nothing = { number: '', transactionId: '', amountCents: 0 }
    await addNotice(db, { provider, about: 'unverified', ...nothing, ...refusedFor(reason), times: times + 1 }, now)
  }
}

const refusedFor = (reason: string) => ({ outcome: 'refused', reason }) as const

const ofTrade = (provider: ProviderName, { outTradeNo, transactionId, amountCents }: PaidTrade) =>
  ({ provider, about: 'payment', number: outTradeNo, transactionId, amountCents }) as const

const handleNotice = async (
  deps: NoticeDeps,
  provider: PaymentProvider,
  notice: RawNotice,
): Promise<keyof PaymentProvider['noticeReplies']> => {
  const { name } = provider
  let content: Notice | undefined
  try {
    content = await provider.readNotice(notice)
    await applyNotice(deps, name, content)
    return 'taken'
  } catch (error) {
    if (!(error instanceof NoticeRefused)) throw error
    const reason = error.message
    deps.log.warn({ provider: name, reason }, 'payment notice refused')
    if (content?.about === 'payment')
      await addNotice(deps.database.db, { ...ofTrade(name, content), ...refusedFor(reason) }, deps.clock.now())
    else await deps.countForgery(name, reason)
    return 'refused'
  }
}

const applyNotice = async (deps: PaymentDeps, provider: ProviderName, content: Notice): Promise<void> => {
  const now = deps.clock.now()
  if (content.about === 'payment')
    await confirmPayment(deps)(provider, content, (tx) =>
      addNotice(tx, { ...ofTrade(provider, content), outcome: 'taken' }, now),
    )
  if (content.about === 'refund') {
    const { outRefundNo: number, status: reason } = content
    await applyRefundStatus(deps)(provider, number, reason)
    const told = { number, transactionId: '', amountCents: 0, outcome: 'taken', reason } as const
    await addNotice(deps.database.db, { provider, about: 'refund', ...told }, now)
  }
}
