import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Answers requests that take too long: 503 when the server waits for a dependency, 408 when the request is incomplete;
 * the latter also closes the connection, since its body could go on for ever. Fastify's own `handlerTimeout` also
 * aborts an unused signal at the end of every request, which costs more than routing it.
 */
export const responseTimeout =
  (limitMs: number): onRequestHookHandler =>
  (request, reply, done) => {
    const timer = setTimeout(() => {
      if (reply.sent) return
      const isArriving = request.raw.complete === false
      if (!isArriving) void reply.send(new AppError('UNAVAILABLE'))
      else void reply.header('connection', 'close').send(new AppError('REQUEST_TOO_SLOW'))
    }, limitMs)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  }

/** Time limit for the answer to a small request. */
export const RESPONSE_TIMEOUT_MS = 9_000
