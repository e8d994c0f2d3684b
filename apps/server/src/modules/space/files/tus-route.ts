import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { FILE_MAX_BYTES } from '@yunji/contract/space/file/rules'
import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type AppErrorName, answerOf } from '../../../platform/errors.ts'
import { acceptStreams, destroyUnreadBody } from '../../../platform/http/streamed-body.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'
import { findUpload, type UploadRow } from './store.ts'
import {
  appendToUpload,
  createRunningHashes,
  createUpload,
  endUpload,
  finishUpload,
  type UploadDeps,
} from './uploads.ts'

/**
 * Resumable uploads by tus 1.0 with creation, termination and expiration. `@tus/server` is not used: its handlers bring a
 * router, locks and stores of their own, none of which ends a request with our envelope, charges a quota or fits two
 * processes on one database.
 */

interface TusDeps extends UploadDeps {
  readonly sessions: Sessions
}

const VERSION = '1.0.0'
const PART_TYPE = 'application/offset+octet-stream'
/** Time without a byte after which the sender counts as lost. */
const STALL_LIMIT_MS = 20_000
/** Bytes received while earlier ones are written. */
const QUEUE_BYTES = 1024 ** 2
/** Bodies of an account that are received at once, by each process. */
const AT_ONCE_PER_ACCOUNT = 8

/** tus clients read the status: 4xx ends an upload, except 409 and 423, which are tried again. */
const statuses: Partial<Record<AppErrorName, number>> = {
  LOGIN_TOKEN_INVALID: 401,
  ACCOUNT_FROZEN: 403,
  NOT_FOUND: 404,
  BAD_INPUT: 400,
  TOO_MANY_UPLOADS: 429,
}
const REFUSED = 422

const statusOf = (name: AppErrorName): number => {
  const { httpStatus } = answerOf(name)
  return statuses[name] ?? (httpStatus === 200 ? REFUSED : httpStatus)
}

export const addTusRoute = (app: FastifyInstance, deps: TusDeps): void => {
  const { path } = sideRoutes.spaceUpload
  void app.register(async (scope) => {
    // The body is streamed to the store, not read here.
    acceptStreams(scope)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'tus-resumable': VERSION, 'cache-control': 'no-store' })
    })
    const options = { bodyLimit: FILE_MAX_BYTES, onResponse: destroyUnreadBody }
    scope.options(path, async (_request, reply) => {
      const about = { 'tus-version': VERSION, 'tus-max-size': FILE_MAX_BYTES }
      return reply
        .headers({ ...about, 'tus-extension': 'creation,termination,expiration' })
        .status(204)
        .send()
    })
    scope.post(path, options, answering(deps, create))
    const receive = createReceiver()
    const handlers: Readonly<Record<string, Handler>> = { HEAD: look, PATCH: receive, DELETE: end }
    scope.route<{ Params: { id: string } }>({
      method: ['HEAD', 'PATCH', 'DELETE', 'POST'],
      url: sideRoutes.spaceUploadPart.path,
      ...options,
      handler: (request, reply) => {
        const handler = handlers[methodOf(request)]
        if (!handler) throw new AppError('PATH_NOT_FOUND')
        return answering(deps, handler)(request, reply)
      },
    })
  })
}

/** The mini-program has no PATCH: it posts, and names the method in a header. */
const methodOf = ({ method, headers }: FastifyRequest): string => {
  const override = headers['x-http-method-override']
  return method === 'POST' && typeof override === 'string' ? override.toUpperCase() : method
}

type Handler = (deps: TusDeps, caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const answering =
  (deps: TusDeps, handler: Handler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      const caller = await identify(deps.sessions, request)
      if (request.headers['tus-resumable'] !== VERSION) return reply.header('tus-version', VERSION).status(412).send()
      return await handler(deps, caller, request, reply)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code } = answerOf(error.error)
      request.envelopeCode = code
      const failure = { code, msg: error.message, data: error.data, ts: deps.clock.now().getTime() }
      return reply.status(statusOf(error.error)).send(failure)
    }
  }

const identify = async (sessions: Sessions, request: FastifyRequest): Promise<Caller> => {
  const token = request.headers[header.token]
  const caller = typeof token === 'string' && token !== '' ? await sessions.find(token) : null
  if (!caller) throw new AppError('LOGIN_TOKEN_INVALID')
  if (caller.isFrozen) throw new AppError('ACCOUNT_FROZEN')
  request.caller = caller
  return caller
}

const WHOLE_NUMBER = /^\d{1,15}$/
const numberIn = (request: FastifyRequest, name: string): number => {
  const text = request.headers[name]
  if (typeof text !== 'string' || !WHOLE_NUMBER.test(text)) throw new AppError('BAD_INPUT')
  return Number(text)
}

/** `key base64,key base64`; the name is `filename`, as other tus servers have it. */
const nameIn = ({ headers }: FastifyRequest): string => {
  const text = headers['upload-metadata']
  const pairs = (typeof text === 'string' ? text : '').split(',').map((pair) => pair.trim().split(' '))
  const value = pairs.find(([key]) => key === 'filename')?.[1]
  if (value === undefined) throw new AppError('BAD_INPUT')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'))
  } catch {
    throw new AppError('BAD_INPUT')
  }
}

const create: Handler = async (deps, { userId }, request, reply) => {
  const sizeBytes = numberIn(request, 'upload-length')
  const upload = await createUpload(deps)(userId, { name: nameIn(request), sizeBytes })
  return reply
    .header('location', `${sideRoutes.spaceUpload.path}/${upload.id}`)
    .headers(stateOf(upload))
    .status(201)
    .send()
}

const stateOf = ({ offsetBytes, expiresAt }: Pick<UploadRow, 'offsetBytes' | 'expiresAt'>) => ({
  'upload-offset': offsetBytes,
  'upload-expires': expiresAt.toUTCString(),
})

const ID = /^[0-9a-f]{32}$/
const uploadOf = async (
  { database, clock }: TusDeps,
  { userId }: Caller,
  request: FastifyRequest,
): Promise<UploadRow> => {
  const { id } = request.params as { id: string }
  const upload = ID.test(id) ? await findUpload(database.db, userId, id, clock.now()) : undefined
  if (!upload) throw new AppError('NOT_FOUND')
  return upload
}

const look: Handler = async (deps, caller, request, reply) => {
  const upload = await uploadOf(deps, caller, request)
  // The process that received the last byte may have died before it made a file of it.
  if (upload.offsetBytes === upload.sizeBytes) await finishUpload(deps)(upload)
  return reply
    .headers({ 'upload-length': upload.sizeBytes, ...stateOf(upload) })
    .status(200)
    .send()
}

const end: Handler = async (deps, caller, request, reply) => {
  const upload = await uploadOf(deps, caller, request)
  await endUpload(deps)(caller.userId, upload.id)
  return reply.status(204).send()
}

const createReceiver = (): Handler => {
  const underWay = new Map<number, number>()
  const hashes = createRunningHashes()
  return async (deps, caller, request, reply) => {
    const { userId } = caller
    const before = underWay.get(userId) ?? 0
    if (before >= AT_ONCE_PER_ACCOUNT) return reply.header('retry-after', 1).status(423).send()
    underWay.set(userId, before + 1)
    try {
      return await receive(deps, caller, request, reply, hashes)
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1
      if (left === 0) underWay.delete(userId)
      else underWay.set(userId, left)
    }
  }
}

const receive = async (
  deps: TusDeps,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  hashes: ReturnType<typeof createRunningHashes>,
): Promise<FastifyReply> => {
  if (request.headers['content-type'] !== PART_TYPE) return reply.status(415).send()
  const upload = await uploadOf(deps, caller, request)
  if (numberIn(request, 'upload-offset') !== upload.offsetBytes) throw new AppError('UPLOAD_CONFLICT')
  const announced = request.headers['content-length']
  if (announced !== undefined && Number(announced) > upload.sizeBytes - upload.offsetBytes)
    throw new AppError('BODY_TOO_LARGE', { text: '内容比文件大' })
  const body = (request.body as Readable | null) ?? undefined
  // Chunks of a socket are read by nobody else.
  const options = { hashes, freesChunks: body instanceof IncomingMessage }
  const offsetBytes = await appendToUpload(deps)(upload, untilSilent(body), options)
  return reply
    .headers(stateOf({ ...upload, offsetBytes }))
    .status(204)
    .send()
}

/** Chunks of a body as they come. Ends, rather than waiting, when nothing comes any more; what has come is kept. */
const untilSilent = async function* (body: Readable | undefined): AsyncGenerator<Buffer> {
  if (!body) return
  let queue: Buffer[] = []
  let queuedBytes = 0
  let isOver = false
  let wake = (): void => undefined
  const finish = (): void => {
    isOver = true
    wake()
  }
  // A sender that waits for us is not silent.
  const stall = setTimeout(() => (queue.length > 0 ? stall.refresh() : finish()), STALL_LIMIT_MS)
  body.on('data', (chunk: Buffer) => {
    stall.refresh()
    queue.push(chunk)
    queuedBytes += chunk.length
    if (queuedBytes >= QUEUE_BYTES) body.pause()
    wake()
  })
  body.on('end', finish)
  body.on('error', finish)
  body.on('close', finish)
  try {
    for (;;) {
      const chunks = queue
      queue = []
      queuedBytes = 0
      if (chunks.length > 0) {
        body.resume()
        yield* chunks
      } else if (isOver) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    clearTimeout(stall)
    body.pause()
  }
}
