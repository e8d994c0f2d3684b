import { servedRoutes } from '@yunji/contract/wire/served-routes'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { RESPONSE_TIMEOUT_MS, responseTimeout } from '../../../platform/http/response-timeout.ts'
import { NoticeRefused, type PaymentProvider, type ProviderName, type RawNotice } from '../../../platform/payments.ts'
import { applyRefundStatus } from '../refunds/index.ts'
import { confirmPayment } from './confirm-payment.ts'
import type { PaymentDeps } from './deps.ts'

/** More than either provider sends. */
const BODY_LIMIT_BYTES = 32 * 1024

const routes = [
  ['alipay', servedRoutes.alipayNotice],
  ['wechat', servedRoutes.wechatNotice],
] as const satisfies readonly (readonly [ProviderName, object])[]

/** Routes that payment providers send notices to. The content is used only after its signature is verified. */
export const addNoticeRoutes = (app: FastifyInstance, deps: PaymentDeps): void => {
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

const handleNotice = async (
  deps: PaymentDeps,
  provider: PaymentProvider,
  notice: RawNotice,
): Promise<keyof PaymentProvider['noticeReplies']> => {
  try {
    const content = await provider.readNotice(notice)
    if (content.about === 'payment') await confirmPayment(deps)(provider.name, content)
    if (content.about === 'refund') await applyRefundStatus(deps)(provider.name, content.outRefundNo, content.status)
    return 'taken'
  } catch (error) {
    if (!(error instanceof NoticeRefused)) throw error
    deps.log.warn({ provider: provider.name, reason: error.message }, 'payment notice refused')
    return 'refused'
  }
}
