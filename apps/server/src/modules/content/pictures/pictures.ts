import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { CONTENT_PICTURE_BYTES, type DocumentContent } from '@yunji/contract/content/document'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { forEachRow, readPages } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import { addOperatorImageRoute, type UploadedImage } from '../../../platform/http/image-upload-route.ts'
import type { Job } from '../../../platform/jobs.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import type { AddAudit } from '../../../platform/operators/audit.ts'
import type { Operators } from '../../../platform/operators/operators.ts'
import {
  deleteUnused,
  hasPicture,
  insertPicture,
  keepPictures,
  listUnused,
  lockPictures,
  type PictureKey,
  sumPictures,
} from './store.ts'

interface PictureDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly objectStore: ObjectStore
  readonly operators: Operators
}

const ID_BYTES = 16
/** All pictures together: an upload that runs wild fills no disk. */
const MOST_PICTURES = 2000
const MOST_BYTES = 1 << 30
const KEPT_UNUSED_MS = DAY_MS
const CACHED_SECONDS = 30 * 24 * 60 * 60
const FOLDER = '/content/'
const NAME = /^[0-9a-f]{32}\.(png|jpg|webp)$/
const extensions = { png: 'png', jpeg: 'jpg', webp: 'webp' } as const
const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

const objectKey = (name: string): string => `content/${name}`

const storePicture = async (
  { database: { db }, clock, objectStore }: PictureDeps,
  { bytes, type }: UploadedImage,
  addAudit: AddAudit,
): Promise<string> => {
  const name = `${randomBytes(ID_BYTES).toString('hex')}.${extensions[type]}`
  await db.transaction(async (tx) => {
    await lockPictures(tx)
    const stored = await sumPictures(tx)
    if (stored.pictures >= MOST_PICTURES || stored.bytes + bytes.length > MOST_BYTES)
      throw new AppError('SHOW_ERROR_TIP', { text: '正文图片已达上限，请先从正文里去掉不用的图片' })
    await insertPicture(tx, { name, sizeBytes: bytes.length, createdAt: clock.now() })
    await addAudit(tx, { subject: `contentPicture:${name}`, after: { sizeBytes: bytes.length } })
  })
  // A row whose upload failed is removed with the unused pictures.
  await objectStore.put(objectKey(name), Readable.from([bytes]), CONTENT_PICTURE_BYTES)
  return name
}

export const addContentPictureRoutes = (app: FastifyInstance, deps: PictureDeps): void => {
  addOperatorImageRoute(app, deps, {
    route: sideRoutes.contentPictureUpload,
    limitBytes: CONTENT_PICTURE_BYTES,
    take: async (picture, addAudit) => ({ src: FOLDER + (await storePicture(deps, picture, addAudit)) }),
  })

  app.get(sideRoutes.contentPicture.path, async (request, reply) => {
    const { name } = request.params as { name: string }
    const [, extension = ''] = NAME.exec(name) ?? []
    const isStored = extension !== '' && (await hasPicture(deps.database.db, name))
    const body = isStored ? await deps.objectStore.get(objectKey(name)) : null
    if (!body) throw new AppError('PATH_NOT_FOUND')
    // A name never gets another picture.
    reply.headers({ 'cache-control': `public, max-age=${CACHED_SECONDS}, immutable`, 'content-disposition': 'inline' })
    return reply.type(types[extension] ?? '').send(body)
  })
}

/** Refuses a text with an uploaded picture that is not stored; those that are stay until the text is saved. */
export const checkDocumentPictures = (tx: Tx, content: DocumentContent): Promise<void> =>
  checkPictures(
    tx,
    content.flatMap((block) => (block.kind === 'picture' ? [block.src] : [])),
  )

/** Refuses the path of an uploaded picture that is not stored; those that are stay until the transaction ends. */
export const checkPictures = async (tx: Tx, paths: readonly string[]): Promise<void> => {
  const names = [...new Set(paths.filter((path) => path.startsWith(FOLDER)).map((path) => path.slice(FOLDER.length)))]
  if (names.length === 0) return
  const stored = await keepPictures(tx, names)
  const missing = names.find((name) => !stored.includes(name))
  if (missing !== undefined) throw new AppError('BAD_INPUT', { text: `没有这张图片：${FOLDER}${missing}，请先上传` })
}

const AT_ONCE = 100
const SWEEP = 'content.sweepPictures'

/** Deletes pictures that neither a text nor a setting has named for a day after their upload. */
export const sweepPicturesJob = ({
  database: { db },
  clock,
  log,
  objectStore,
}: Omit<PictureDeps, 'operators'>): Job<object> => ({
  name: SWEEP,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '41 * * * *',
  run: async () => {
    const before = later(clock.now(), -KEPT_UNUSED_MS)
    const unused = readPages<PictureKey>(AT_ONCE, (after, limit) => listUnused(db, before, after, limit))
    const work = { job: SWEEP, log, fields: ({ name }: PictureKey) => ({ name }) }
    await forEachRow(work, unused, ({ name }) =>
      db.transaction(async (tx) => {
        // Inside the transaction: a file that cannot be deleted keeps its row, and the next run retries.
        if (await deleteUnused(tx, name)) await objectStore.delete(objectKey(name))
      }),
    )
  },
})
