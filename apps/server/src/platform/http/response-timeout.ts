import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Answers for whoever waits too long: 503 when something behind the server does not answer, 408 when the request itself
 * has not arrived whole; then the connection ends with it, since the rest of the body could come for ever. Fastify's own
 * `handlerTimeout` also aborts a signal at the end of every request, which nobody listens to and which costs more than
 * routing it.
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

/** Time for a small request to be answered, whatever it waits for. */
export const RESPONSE_TIMEOUT_MS = 9_000
