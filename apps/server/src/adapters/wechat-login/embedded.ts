import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenOnLoopback } from '../loopback.ts'
import type { AnswerFields } from './authoriser.ts'

/** Part of WeChat's API; undefined for an unknown path. */
export interface WechatService {
  answer(path: string, query: URLSearchParams, body: unknown): AnswerFields | undefined
}

/** HTTP stand-in for WeChat's API. */
export const startEmbeddedWechat = (...services: readonly WechatService[]) =>
  listenOnLoopback(
    createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://embedded')
      const body = request.method === 'POST' ? await json(request).catch(() => ({})) : {}
      const answers = services.map((service) => service.answer(pathname, searchParams, body))
      const answer = answers.find((one) => one !== undefined)
      response.statusCode = answer ? 200 : 404
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer ?? {}))
    }),
  )
