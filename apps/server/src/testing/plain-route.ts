import type { Call } from '@yunji/contract/wire/call'
import { VERSION_CODE_PARAM } from '@yunji/contract/wire/request'
import Fastify from 'fastify'
import * as z from 'zod/mini'
import { answerSchema } from '../platform/http/answers.ts'

/**
 * Baseline of a call on Fastify alone: the same validation and serialiser, without session, storage or platform. The real
 * route is measured against it.
 */
export const buildPlainRoute = (call: Call, data: object) => {
  const app = Fastify()
  app.route({
    method: call.method,
    url: call.path,
    schema: { response: { 200: answerSchema(call) } },
    handler: async (request) => {
      const { [VERSION_CODE_PARAM]: _version, ...query } = request.query as Record<string, unknown>
      const checked = z.safeParse(call.input, call.method === 'GET' ? query : request.body)
      if (!checked.success) throw new Error('bad input')
      return { code: 200, msg: '成功', data, ts: Date.now() }
    },
  })
  return app
}
