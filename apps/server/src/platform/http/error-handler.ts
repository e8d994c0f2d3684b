import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { isDatabaseUnavailable } from '../database-errors.ts'
import { AppError, answerOf } from '../errors.ts'

/** Every failure is sent as an envelope; internal texts stay in the log, found by the request id. */
export const addErrorHandler = (app: FastifyInstance, clock: Clock): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toAppError(error, request)
    if (failure.error === 'INTERNAL') request.log.error({ err: error }, 'request failed')
    else if (failure.error === 'UNAVAILABLE') request.log.warn({ err: error }, 'request failed: dependency unavailable')
    return sendFailure(reply, request, failure, clock)
  })
}

export const sendFailure = (
  reply: FastifyReply,
  request: FastifyRequest,
  failure: AppError,
  clock: Clock,
): FastifyReply => {
  const { code, httpStatus } = answerOf(failure.error)
  request.envelopeCode = code
  // Bypasses the route's serialiser: `data` of a failure has another shape.
  return reply
    .status(httpStatus)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send({ code, msg: failure.message, data: failure.data, ts: clock.now().getTime() })
}

const toAppError = (error: FastifyError, request: FastifyRequest): AppError => {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return new AppError('UNAVAILABLE')
  switch (error.statusCode) {
    case 413:
      return new AppError('BODY_TOO_LARGE')
    case 429:
      return new AppError('RATE_LIMITED')
    case 400:
    case 415:
      return new AppError('BAD_INPUT', { text: '请求格式不正确' })
    default:
      return new AppError('INTERNAL', { text: `${answerOf('INTERNAL').text}（编号 ${request.id}）` })
  }
}
