import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Answers for whoever waits too long for something else. Fastify's own `handlerTimeout` also aborts a signal at the end of
 * every request, which nobody listens to and which costs more than routing it.
 */
export const answerWithin =
  (limitMs: number): onRequestHookHandler =>
  (_request, reply, done) => {
    const timer = setTimeout(() => {
      if (!reply.sent) void reply.send(new AppError('UNAVAILABLE'))
    }, limitMs)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  }
