import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { MAX_PICTURES_PER_TICKET } from '@yunji/contract/service/rules'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  addImageUploadRoute,
  addOperatorImageRoute,
  type UploadedImage,
} from '../../platform/http/image-upload-route.ts'
import type { AddAudit } from '../../platform/operators/audit.ts'
import { takeUploadQuota, type UploadLimits } from '../../platform/upload-quota.ts'
import type { ServiceDeps } from './deps.ts'
import { attachPicture, countPictures, findPicture, insertPicture, sumUnsent, type Uploader } from './picture-store.ts'

const LIMIT_BYTES = 4 << 20
const ID_BYTES = 16
/** Per account: uploads in a day, and pictures that were not sent yet. */
const PER_DAY: UploadLimits = { uploads: 60, bytes: 100 << 20 }
const UNSENT: UploadLimits = { uploads: 12, bytes: 36 << 20 }
/** Operators together; a day's work of many of them. */
const UNSENT_BY_OPERATORS: UploadLimits = { uploads: 300, bytes: 600 << 20 }

const PURPOSE = 'ticket picture'
/** An address is constant within a window, so that browsers keep the picture. */
const WINDOW_MS = 30 * MINUTE_MS

export const ticketPictureKey = (pictureId: string): string => `service/${pictureId}`

export const addPictureRoutes = (app: FastifyInstance, deps: ServiceDeps): void => {
  addImageUploadRoute(app, deps, {
    path: sideRoutes.ticketPictureUpload.path,
    limitBytes: LIMIT_BYTES,
    take: async ({ userId }, picture) => ({ attachmentId: await storePicture(deps, userId, picture) }),
  })
  addOperatorImageRoute(app, deps, {
    route: sideRoutes.operatorTicketPicture,
    limitBytes: LIMIT_BYTES,
    take: async (picture, addAudit) => ({ attachmentId: await storePicture(deps, null, picture, addAudit) }),
  })

  app.get(sideRoutes.ticketPicture.path, async (request, reply) => {
    const { token } = request.query as { token?: unknown }
    const address = typeof token === 'string' ? deps.signedTokens.read<{ id: string }>(PURPOSE, token) : undefined
    const picture = address && (await findPicture(deps.database.db, address.id))
    const body = picture && (await deps.objectStore.get(ticketPictureKey(picture.id)))
    if (!body) throw new AppError('PATH_NOT_FOUND')
    reply.headers({ 'cache-control': `private, max-age=${WINDOW_MS / 1000}`, 'content-disposition': 'inline' })
    return reply.type(`image/${picture.type}`).send(body)
  })
}

export const pictureAddress = ({ signedTokens, clock }: Pick<ServiceDeps, 'signedTokens' | 'clock'>, id: string) => {
  const nowMs = clock.now().getTime()
  const endMs = (Math.floor(nowMs / WINDOW_MS) + 2) * WINDOW_MS
  return `${sideRoutes.ticketPicture.path}?token=${signedTokens.sign(PURPOSE, { id }, endMs - nowMs)}`
}

const storePicture = async (
  { database: { db }, clock, objectStore }: ServiceDeps,
  uploader: Uploader,
  { bytes, type }: UploadedImage,
  addAudit?: AddAudit,
): Promise<string> => {
  const id = randomBytes(ID_BYTES).toString('hex')
  const sizeBytes = bytes.length
  await db.transaction(async (tx) => {
    const now = clock.now()
    if (uploader !== null)
      await takeUploadQuota(tx, { userId: uploader, kind: 'ticket', bytes: sizeBytes }, PER_DAY, now)
    const limits = uploader === null ? UNSENT_BY_OPERATORS : UNSENT
    const unsent = await sumUnsent(tx, uploader)
    if (unsent.uploads >= limits.uploads || unsent.bytes + sizeBytes > limits.bytes)
      throw new AppError('SHOW_ERROR_TIP', { text: '未发送的图片过多，请先发送，或一天后再上传' })
    await insertPicture(tx, { id, userId: uploader, type, sizeBytes, createdAt: now })
    await addAudit?.(tx, { subject: `ticketPicture:${id}`, after: { sizeBytes } })
  })
  // A row whose upload failed is removed with the unsent pictures.
  await objectStore.put(ticketPictureKey(id), Readable.from([bytes]), LIMIT_BYTES)
  return id
}

/** Pictures that a reply names: uploaded by the same side and not sent before. */
export const attachPictures = async (
  tx: Tx,
  uploader: Uploader,
  ids: readonly string[],
  { ticketId, replyId }: { readonly ticketId: number; readonly replyId: number },
): Promise<void> => {
  for (const [position, id] of [...new Set(ids)].entries())
    if (!(await attachPicture(tx, uploader, id, { ticketId, replyId, position }))) throw new AppError('NOT_FOUND')
  if (ids.length > 0 && (await countPictures(tx, ticketId)) > MAX_PICTURES_PER_TICKET)
    throw new AppError('SHOW_ERROR_TIP', { text: `一个工单最多 ${MAX_PICTURES_PER_TICKET} 张图片` })
}
