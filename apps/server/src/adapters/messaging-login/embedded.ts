import { createServer } from 'node:http'
import { listenOnLoopback } from '../loopback.ts'
import type { Authoriser } from './authoriser.ts'

/** Stands in for the messaging app's API, over HTTP as the real one. */
export const startEmbeddedWechat = (authoriser: Authoriser) =>
  listenOnLoopback(
    createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://embedded')
      const answer = authoriser.answer(pathname, searchParams)
      response.statusCode = answer ? 200 : 404
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer ?? {}))
    }),
  )
