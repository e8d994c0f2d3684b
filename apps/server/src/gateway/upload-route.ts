import type { Readable } from 'node:stream'
import { UPLOAD_KEY_HEADER, UPLOAD_LIMIT_BYTES } from '@yunji/contract/stream/limits'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { UploadState } from '@yunji/phone-protocol/stream/events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { AppError, type AppErrorName } from '../platform/errors.ts'
import { SupplierError, type SupplierErrorKind } from '../platform/supplier.ts'
import type { Suppliers } from '../platform/suppliers.ts'
import { fileNameOf, isPackage } from './file-name.ts'
import type { Gateway } from './gateway.ts'
import type { Viewer } from './viewer.ts'

interface UploadRouteOptions {
  readonly gateway: Gateway
  readonly suppliers: Suppliers
  readonly clock: Clock
}

const FOLDER = '/sdcard/Download'
const PROGRESS_EVERY_MS = 150
/** A body that stops coming for so long has lost its sender. */
const STALL_LIMIT_MS = 10_000
const ID_PATTERN = /^[\w-]{1,64}$/

const failures: Partial<Record<SupplierErrorKind, AppErrorName>> = { noSpace: 'PHONE_FULL', badPackage: 'ILLEGAL_FILE' }

/** A file for the phone that is open: it flows through to the phone, and the live screen shows how far it is. */
export const addUploadRoute = (app: FastifyInstance, { gateway, suppliers, clock }: UploadRouteOptions): void => {
  void app.register(async (scope) => {
    // The body is not read here: it flows on to the phone.
    scope.addContentTypeParser('*', (_request: unknown, payload: Readable, done: (e: null, b: Readable) => void) =>
      done(null, payload),
    )
    scope.post<{ Querystring: Record<string, unknown> }>(
      sideRoutes.streamUpload.path,
      { bodyLimit: UPLOAD_LIMIT_BYTES },
      async (request, reply) => {
        const key = request.headers[UPLOAD_KEY_HEADER]
        const viewer = typeof key === 'string' ? gateway.findUploader(key) : undefined
        if (!viewer) throw new AppError('UPLOAD_REFUSED')
        await upload(suppliers, viewer, request)
        reply.header('cache-control', 'no-store')
        return { code: ErrorCode.OK, msg: errorTexts.OK, data: null, ts: clock.now().getTime() }
      },
    )
  })
}

const upload = async (
  suppliers: Suppliers,
  viewer: Viewer,
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
): Promise<void> => {
  const { id, name } = request.query
  const fileName = typeof name === 'string' ? fileNameOf(name) : ''
  if (typeof id !== 'string' || !ID_PATTERN.test(id) || fileName === '') throw new AppError('BAD_INPUT')
  const sizeBytes = Number(request.headers['content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(sizeBytes)) throw new AppError('LENGTH_REQUIRED')
  if (sizeBytes === 0) throw new AppError('FILE_EMPTY')

  const tell = progressTo(viewer, id)
  const body = request.body as Readable
  const stall = setTimeout(() => {
    // While bytes lie here unread, it is the phone that is slow.
    if (body.readableLength > 0) stall.refresh()
    else if (!body.readableEnded) body.destroy(new SupplierError('lost', 'the sender is gone'))
  }, STALL_LIMIT_MS)
  const onProgress = (sent: number): void => {
    stall.refresh()
    if (isRightLost(viewer)) body.destroy(new SupplierError('lost', 'the right to this phone has ended'))
    tell(sent / sizeBytes, sent < sizeBytes ? 'receiving' : 'installing')
  }
  const file = { body, sizeBytes, onProgress }
  const line = suppliers.of(viewer.device.supplierType).openLine(viewer.device.phoneId)
  try {
    tell(0, 'receiving')
    await (isPackage(fileName) ? line.install(file) : line.push(`${FOLDER}/${fileName}`, file))
    tell(1, 'done')
  } catch (error) {
    tell(1, 'failed')
    if (!(error instanceof SupplierError)) throw error
    throw new AppError(failures[error.kind] ?? 'PHONE_AWAY')
  } finally {
    clearTimeout(stall)
    line.close()
  }
}

/** A screen that only lost its connection does not stop what it is sending. */
const isRightLost = ({ endReason }: Viewer): boolean => endReason === 'revoked' || endReason === 'expired'

/** A few times a second is enough for a bar; a change of state is always told. */
const progressTo = (viewer: Viewer, id: string) => {
  let lastTold = { atMs: -PROGRESS_EVERY_MS, state: '' }
  return (progress: number, state: UploadState): void => {
    const atMs = performance.now()
    if (state === lastTold.state && atMs - lastTold.atMs < PROGRESS_EVERY_MS) return
    lastTold = { atMs, state }
    viewer.tell({ type: 'upload', id, progress, state })
  }
}
