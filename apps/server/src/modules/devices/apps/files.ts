import { randomBytes } from 'node:crypto'
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { FILES_KEPT_MS, MAX_KEPT_BYTES, MAX_KEPT_FILES } from '@yunji/contract/devices/app/rules'
import type { AppFile } from '@yunji/contract/devices/app/schema'
import { UPLOAD_LIMIT_BYTES } from '@yunji/contract/devices/device/stream'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type Clock, later } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { forEachRow, readPages } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import { BrokenForm, boundaryOf, streamFileInForm } from '../../../platform/http/multipart.ts'
import { acceptStreams, destroyUnreadBody } from '../../../platform/http/streamed-body.ts'
import type { Job } from '../../../platform/jobs.ts'
import { type ObjectStore, ObjectTooLarge } from '../../../platform/object-store.ts'
import { fileNameOf } from '../../../platform/phone-files.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'
import {
  type AppFileRow,
  completeFile,
  deleteFileRow,
  findFile,
  hasUsableDevice,
  insertFile,
  listFiles,
  listOldFiles,
  lockFiles,
  measureFiles,
} from './store.ts'

export interface FileDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly objectStore: ObjectStore
  readonly sessions: Sessions
}

const ID_BYTES = 16
const UPLOADS_PER_MINUTE = 10
/** Time without a byte after which the sender counts as lost. */
const STALL_LIMIT_MS = 20_000

export const fileKey = (fileId: string): string => `app-files/${fileId}`

const toAppFile = ({ id: fileId, name, sizeBytes, createdAt }: AppFileRow): AppFile => ({
  fileId,
  name,
  sizeBytes,
  keptUntil: later(createdAt, FILES_KEPT_MS).getTime(),
})

type UploadRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>

/** Stores a file that is then sent to any number of phones: as the raw body, or as the file of a form. */
export const addAppFileRoute = (app: FastifyInstance, deps: FileDeps): void => {
  const { sessions, clock } = deps
  void app.register(async (scope) => {
    // The body is streamed to the store, not read here.
    acceptStreams(scope)
    const options = {
      bodyLimit: UPLOAD_LIMIT_BYTES,
      onResponse: destroyUnreadBody,
      config: { rateLimit: { max: UPLOADS_PER_MINUTE } },
    }
    scope.post<{ Querystring: Record<string, unknown> }>(sideRoutes.appFile.path, options, async (request, reply) => {
      const token = request.headers[header.token]
      const caller = typeof token === 'string' ? await sessions.find(token) : null
      if (!caller) throw new AppError('LOGIN_TOKEN_INVALID')
      if (caller.isFrozen) throw new AppError('ACCOUNT_FROZEN')
      request.caller = caller
      const data = toAppFile(await storeFile(deps, caller, request))
      reply.header('cache-control', 'no-store')
      return { code: ErrorCode.OK, msg: errorTexts.OK, data, ts: clock.now().getTime() }
    })
  })
}

const announcedFile = ({ query: { name }, headers }: UploadRequest) => {
  const fileName = typeof name === 'string' ? fileNameOf(name) : ''
  if (fileName === '') throw new AppError('BAD_INPUT')
  const sizeBytes = Number(headers['content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(sizeBytes)) throw new AppError('LENGTH_REQUIRED')
  if (sizeBytes > UPLOAD_LIMIT_BYTES) throw new AppError('BODY_TOO_LARGE', { text: '文件不能超过 2 GB' })
  if (sizeBytes === 0) throw new AppError('FILE_EMPTY')
  return { name: fileName, sizeBytes }
}

const storeFile = async (deps: FileDeps, caller: Caller, request: UploadRequest): Promise<AppFileRow> => {
  const { database, objectStore } = deps
  const id = randomBytes(ID_BYTES).toString('hex')
  const announced = announcedFile(request)
  await reserve(deps, caller, { id, ...announced })
  try {
    const { sizeBytes } = await objectStore.put(fileKey(id), contentOf(request), announced.sizeBytes)
    if (sizeBytes === 0) throw new AppError('FILE_EMPTY')
    const file = await completeFile(database.db, id, sizeBytes)
    if (!file) throw new AppError('SHOW_ERROR_TIP', { text: '上传已取消' })
    return file
  } catch (error) {
    await objectStore.delete(fileKey(id))
    await deleteFileRow(database.db, id)
    throw isOfSender(error) ? new AppError('BAD_INPUT') : error
  }
}

/** The announced size counts from now on; files of an account that are on their way count each other. */
const reserve = (
  { database: { db }, clock }: FileDeps,
  { userId }: Caller,
  file: { readonly id: string; readonly name: string; readonly sizeBytes: number },
): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    if (!(await hasUsableDevice(tx, userId, now)))
      throw new AppError('SHOW_ERROR_TIP', { text: '还没有可以使用的云手机' })
    await lockFiles(tx, userId)
    const kept = await measureFiles(tx, userId)
    if (kept.files >= MAX_KEPT_FILES || kept.bytes + file.sizeBytes > MAX_KEPT_BYTES)
      throw new AppError('SHOW_ERROR_TIP', {
        text: `最近上传的文件最多保留 ${MAX_KEPT_FILES} 个、共 2 GB，请先删除不用的文件`,
      })
    await insertFile(tx, { ...file, userId, createdAt: now })
  })

const CUT_OFF: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'])

/** The sender announced another size, sent no proper form, or went away. */
const isOfSender = (error: unknown): boolean =>
  error instanceof ObjectTooLarge ||
  error instanceof BrokenBody ||
  error instanceof BrokenForm ||
  (error instanceof Error && 'code' in error && CUT_OFF.has(error.code))

class BrokenBody extends Error {
  override readonly name = 'BrokenBody'
}

/** Fails, rather than waiting, when nothing comes any more. */
const contentOf = ({ body, headers }: UploadRequest): Readable => {
  const raw = body as Readable
  const boundary = boundaryOf(headers['content-type'])
  const stall = setTimeout(() => watched.destroy(new BrokenBody('the sender is silent')), STALL_LIMIT_MS)
  const watched = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      stall.refresh()
      done(null, chunk)
    },
  })
  const last = boundary === undefined ? new PassThrough() : streamFileInForm(boundary)
  // The reader of the last stream gets the failure of any.
  pipeline(raw, watched, last, () => clearTimeout(stall))
  return last
}

export const getAppFiles =
  ({ database: { db }, clock }: FileDeps) =>
  async ({ userId }: Caller): Promise<{ records: AppFile[] }> => ({
    records: (await listFiles(db, userId, clock.now())).map(toAppFile),
  })

/** Deleting a file of somebody else, or one that is gone, changes nothing and tells nothing. */
export const deleteAppFile =
  ({ database: { db }, clock, objectStore }: FileDeps) =>
  async ({ userId }: Caller, fileId: string): Promise<null> => {
    const file = await findFile(db, userId, fileId, clock.now())
    if (!file) return null
    await objectStore.delete(fileKey(fileId))
    await deleteFileRow(db, fileId)
    return null
  }

const AT_ONCE = 200
const SWEEP_FILES = 'apps.sweepFiles'

/** Deletes files after their time, whole or not. */
export const sweepFilesJob = ({ database: { db }, clock, log, objectStore }: FileDeps): Job<object> => ({
  name: SWEEP_FILES,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '23 * * * *',
  run: async () => {
    const before = later(clock.now(), -FILES_KEPT_MS)
    const old = readPages<{ id: string; createdAt: Date }>(AT_ONCE, (after, limit) =>
      listOldFiles(db, before, after, limit),
    )
    const work = { job: SWEEP_FILES, log, fields: ({ id: fileId }: { id: string }) => ({ fileId }) }
    await forEachRow(work, old, async ({ id }) => {
      // File first: if the row then stays, the next run retries.
      await objectStore.delete(fileKey(id))
      await deleteFileRow(db, id)
    })
  },
})
