import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import { header } from '@yunji/contract/wire/request'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Clock, MINUTE_MS } from '../clock.ts'
import { AppError } from '../errors.ts'
import { type ImageHeader, readImageHeader } from '../image-header.ts'
import type { AddAudit } from '../operators/audit.ts'
import type { Operators } from '../operators/operators.ts'
import type { Caller } from '../sessions/caller.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { boundaryOf, fileInForm } from './multipart.ts'
import { admitUpload, type OperatorSideRoute, runUpload } from './operator-upload.ts'
import { responseTimeout } from './response-timeout.ts'

/** Picture whose type and drawable size were read from its first bytes. */
export interface UploadedImage extends ImageHeader {
  readonly bytes: Buffer
}

interface ImageUploadRoute {
  readonly path: string
  readonly limitBytes: number
  /** The result is sent as `data`. */
  readonly take: (caller: Caller, picture: UploadedImage) => Promise<object>
}

const UPLOADS_PER_MINUTE = 20
/**
 * Both sides of a card, and one more. Uploads of one account wait for each other and must not exhaust the connection
 * pool.
 */
const AT_ONCE_PER_ACCOUNT = 3
const UPLOAD_WITHIN_MS = MINUTE_MS
const LONGEST_SIDE_PX = 10_000

type Admit = (request: FastifyRequest) => Promise<void>

/** Route that takes one picture, as the raw body or as the file of a form. */
const addRoute = (
  app: FastifyInstance,
  clock: Clock,
  { path, limitBytes, preParsing }: { path: string; limitBytes: number; preParsing?: Admit },
  take: (request: FastifyRequest) => Promise<object>,
): void => {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: limitBytes },
      async (_request: unknown, body: Buffer) => body,
    )
    const options = {
      bodyLimit: limitBytes,
      onRequest: responseTimeout(UPLOAD_WITHIN_MS),
      config: { rateLimit: { max: UPLOADS_PER_MINUTE } },
      ...(preParsing && { preParsing }),
    }
    scope.post(path, options, async (request, reply) => {
      const data = await take(request)
      reply.header('cache-control', 'no-store')
      return { code: ErrorCode.OK, msg: errorTexts.OK, data, ts: clock.now().getTime() }
    })
  })
}

/** Accepts one picture of a logged-in user. */
export const addImageUploadRoute = (
  app: FastifyInstance,
  { sessions, clock }: { sessions: Sessions; clock: Clock },
  { path, limitBytes, take }: ImageUploadRoute,
): void => {
  const limited = limitPerAccount(AT_ONCE_PER_ACCOUNT)
  addRoute(app, clock, { path, limitBytes }, async (request) => {
    const token = request.headers[header.token]
    const caller = typeof token === 'string' ? await sessions.find(token) : null
    if (!caller) throw new AppError('LOGIN_TOKEN_INVALID')
    if (caller.isFrozen) throw new AppError('ACCOUNT_FROZEN')
    request.caller = caller
    const picture = readImage(fileOf(request.body, request.headers['content-type']))
    return limited(caller.userId, () => take(caller, picture))
  })
}

interface OperatorImageRoute {
  readonly route: OperatorSideRoute
  readonly limitBytes: number
  /** Adds its audit row in the transaction that keeps the picture. */
  readonly take: (picture: UploadedImage, addAudit: AddAudit) => Promise<object>
}

/** Accepts one picture of an operator. */
export const addOperatorImageRoute = (
  app: FastifyInstance,
  { operators, clock }: { operators: Operators; clock: Clock },
  { route, limitBytes, take }: OperatorImageRoute,
): void => {
  const preParsing = admitUpload(operators, route)
  addRoute(app, clock, { path: route.path, limitBytes, preParsing }, (request) => {
    const picture = readImage(fileOf(request.body, request.headers['content-type']))
    return runUpload(clock, route, request, (addAudit) => take(picture, addAudit))
  })
}

const limitPerAccount = (limit: number) => {
  const underWay = new Map<number, number>()
  return async <Result>(userId: number, work: () => Promise<Result>): Promise<Result> => {
    const before = underWay.get(userId) ?? 0
    if (before >= limit) throw new AppError('RATE_LIMITED')
    underWay.set(userId, before + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1
      if (left === 0) underWay.delete(userId)
      else underWay.set(userId, left)
    }
  }
}

const fileOf = (body: unknown, contentType: string | undefined): unknown => {
  const boundary = boundaryOf(contentType)
  return boundary !== undefined && Buffer.isBuffer(body) ? fileInForm(body, boundary) : body
}

const readImage = (body: unknown): UploadedImage => {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('FILE_EMPTY')
  const facts = readImageHeader(body)
  if (!facts) throw new AppError('ILLEGAL_FILE', { text: '请上传 JPG、PNG 或 WebP 图片' })
  const sides = [facts.width, facts.height]
  if (sides.some((side) => side < 1 || side > LONGEST_SIDE_PX))
    throw new AppError('ILLEGAL_FILE', { text: '图片尺寸过大' })
  return { ...facts, bytes: body }
}
