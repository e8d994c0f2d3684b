import { type Readable, Transform } from 'node:stream'
import { UPLOAD_KEY_HEADER, UPLOAD_LIMIT_BYTES } from '@yunji/contract/devices/device/stream'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { UploadState } from '@yunji/phone-protocol/stream/events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { AppError, type AppErrorName } from '../platform/errors.ts'
import { acceptStreams, destroyUnreadBody } from '../platform/http/streamed-body.ts'
import { fileNameOf, isPackageArchive, packageRefusals, sendToPhone } from '../platform/phone-files.ts'
import { SupplierError, type SupplierErrorKind, type Suppliers } from '../platform/supplier.ts'
import type { Gateway } from './gateway.ts'
import type { Viewer } from './viewer.ts'

interface UploadRouteOptions {
  readonly gateway: Gateway
  readonly suppliers: Suppliers
  readonly clock: Clock
  readonly limitBytes?: number
}

const PROGRESS_EVERY_MS = 150
/** Time without a byte of the body after which its sender counts as lost. */
const STALL_LIMIT_MS = 10_000
const ID_PATTERN = /^[\w-]{1,64}$/

const failures: Partial<Record<SupplierErrorKind, AppErrorName>> = { noSpace: 'PHONE_FULL', badPackage: 'ILLEGAL_FILE' }

/** Upload to the open phone: streamed through, with progress on the live screen. */
export const addUploadRoute = (app: FastifyInstance, options: UploadRouteOptions): void => {
  const { gateway, suppliers, clock, limitBytes = UPLOAD_LIMIT_BYTES } = options
  void app.register(async (scope) => {
    // The body is streamed to the phone, not read here.
    acceptStreams(scope)
    scope.post<{ Querystring: Record<string, unknown> }>(
      sideRoutes.streamUpload.path,
      { bodyLimit: limitBytes, onResponse: destroyUnreadBody },
      async (request, reply) => {
        const file = fileOf(request, limitBytes)
        const key = request.headers[UPLOAD_KEY_HEADER]
        const running = typeof key === 'string' ? gateway.beginUpload(key) : undefined
        if (!running) throw new AppError('UPLOAD_REFUSED')
        try {
          await upload(suppliers, running.viewer, file)
          await gateway.recordUpload(running.viewer, file.name)
        } finally {
          running.end()
        }
        reply.header('cache-control', 'no-store')
        return { code: ErrorCode.OK, msg: errorTexts.OK, data: null, ts: clock.now().getTime() }
      },
    )
  })
}

interface UploadedFile {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
  readonly body: Readable
}

const fileOf = (
  { query, headers, body }: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  limitBytes: number,
): UploadedFile => {
  const { id, name } = query
  const fileName = typeof name === 'string' ? fileNameOf(name) : ''
  if (typeof id !== 'string' || !ID_PATTERN.test(id) || fileName === '') throw new AppError('BAD_INPUT')
  const sizeBytes = Number(headers['content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(sizeBytes)) throw new AppError('LENGTH_REQUIRED')
  if (sizeBytes > limitBytes) throw tooLarge()
  if (sizeBytes === 0) throw new AppError('FILE_EMPTY')
  return { id, name: fileName, sizeBytes, body: body as Readable }
}

const tooLarge = (): AppError => new AppError('BODY_TOO_LARGE', { text: '文件不能超过 2 GB' })

const upload = async (suppliers: Suppliers, viewer: Viewer, { id, name, sizeBytes, body }: UploadedFile) => {
  const reportProgress = progressTo(viewer, id)
  const { bodyStream, stop, refusal } = createBodyStream(body, sizeBytes)
  const stall = setTimeout(() => {
    // With unread bytes buffered, the phone is the slow side.
    if (body.readableLength + bodyStream.readableLength > 0) stall.refresh()
    else if (!body.readableEnded) stop(new AppError('PHONE_AWAY'))
  }, STALL_LIMIT_MS)
  const { signal } = viewer.control
  const rights = new AbortController()
  const onRightLost = (): void => {
    stop(new AppError('NO_RIGHT'))
    // An archive is still being installed when its body has been read.
    rights.abort(new AppError('NO_RIGHT'))
  }
  signal.addEventListener('abort', onRightLost)
  const isArchive = isPackageArchive(name)
  const onProgress = (sent: number): void => {
    stall.refresh()
    reportProgress(sent / sizeBytes, isArchive || sent < sizeBytes ? 'receiving' : 'installing')
  }
  const onInstalled = (done: number, total: number): void => reportProgress(done / total, 'installing')
  const file = { body: bodyStream, sizeBytes, onProgress, onInstalled, signal: rights.signal }
  const connection = suppliers.of(viewer.device.supplierType).openConnection(viewer.device.phoneId)
  try {
    reportProgress(0, 'receiving')
    if (signal.aborted) onRightLost()
    await sendToPhone(connection, name, file)
    reportProgress(1, 'done')
  } catch (error) {
    reportProgress(1, 'failed')
    const own = refusal()
    if (own) throw own
    if (!(error instanceof SupplierError)) throw error
    const text = packageRefusals[error.kind]
    throw text ? new AppError('ILLEGAL_FILE', { text }) : new AppError(failures[error.kind] ?? 'PHONE_AWAY')
  } finally {
    clearTimeout(stall)
    signal.removeEventListener('abort', onRightLost)
    stop(new AppError('PHONE_AWAY'))
    connection.close()
  }
}

/**
 * The body on its way to the phone, checked against its announced size. It fails by itself, not by the request's
 * socket, which still carries the response; the phone then drops the partial file.
 */
const createBodyStream = (body: Readable, sizeBytes: number) => {
  let refusal: AppError | undefined
  let count = 0
  const bodyStream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      if (count > sizeBytes) stop(tooLarge())
      else done(null, chunk)
    },
    flush(done) {
      if (count === sizeBytes) done()
      else stop(new AppError('BAD_INPUT'))
    },
  })
  const stop = (reason: AppError): void => {
    if (bodyStream.destroyed) return
    refusal ??= reason
    body.unpipe(bodyStream)
    body.resume()
    bodyStream.destroy(new SupplierError('lost', reason.message))
  }
  // The reader gets the error; before the phone reads there is no other listener.
  bodyStream.on('error', () => {})
  body.on('error', () => stop(new AppError('PHONE_AWAY')))
  body.pipe(bodyStream)
  return { bodyStream, stop, refusal: () => refusal }
}

/** Progress is limited to a few messages a second; a change of state is always sent. */
const progressTo = (viewer: Viewer, id: string) => {
  let lastReport = { atMs: -PROGRESS_EVERY_MS, state: '' }
  return (progress: number, state: UploadState): void => {
    const atMs = performance.now()
    if (state === lastReport.state && atMs - lastReport.atMs < PROGRESS_EVERY_MS) return
    lastReport = { atMs, state }
    viewer.sendEvent({ type: 'upload', id, progress, state })
  }
}
