import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { addImageUploadRoute } from '../../../platform/http/image-upload-route.ts'
import { readImageHeader } from '../../../platform/image-header.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import { takeUploadQuota, type UploadLimits } from '../../../platform/upload-quota.ts'
import type { VerificationDeps } from './deps.ts'
import { insertPicture, isUnderReview, sumUnused } from './store.ts'

const LIMIT_BYTES = 4 << 20
const ID_BYTES = 16
/** Per account: uploads in a day, and pictures without a request. A request names two. */
const PER_DAY: UploadLimits = { uploads: 30, bytes: 60 << 20 }
const UNUSED: UploadLimits = { uploads: 12, bytes: 36 << 20 }

export const pictureKey = (id: string): string => `verification/${id}`

const PURPOSE = 'verification picture'
const REVIEW: OperatorRight = 'verification.decide'
/** An address is constant within a window, so that a list that is read again shows the same picture. */
const WINDOW_MS = 5 * MINUTE_MS

interface ReviewedPicture {
  readonly id: string
  /** Null for the machine operator. */
  readonly operatorId: number | null
}

/** Address of a picture for one reviewer, valid for five to ten minutes. */
export const pictureAddress = (
  { signedTokens, clock }: Pick<VerificationDeps, 'signedTokens' | 'clock'>,
  { operatorId }: Pick<Operator, 'operatorId'>,
  id: string,
): string => {
  const nowMs = clock.now().getTime()
  const endMs = (Math.floor(nowMs / WINDOW_MS) + 2) * WINDOW_MS
  const picture: ReviewedPicture = { id, operatorId }
  return `${sideRoutes.operatorVerificationPicture.path}?token=${signedTokens.sign(PURPOSE, picture, endMs - nowMs)}`
}

export const addVerificationPictureRoutes = (app: FastifyInstance, deps: VerificationDeps): void => {
  addUploadRoute(app, deps)
  app.get(sideRoutes.operatorVerificationPicture.path, async (request, reply) => {
    const { token } = request.query as { token?: unknown }
    const named = typeof token === 'string' ? deps.signedTokens.read<ReviewedPicture>(PURPOSE, token) : undefined
    const bytes = named && (await readReviewed(deps, named))
    const image = bytes && readImageHeader(bytes)
    if (!image) throw new AppError('PATH_NOT_FOUND')
    reply.headers({ 'cache-control': 'private, no-store', 'content-disposition': 'inline' })
    return reply.type(`image/${image.type}`).send(bytes)
  })
}

/** The picture while its request waits, for an operator who still has the right. */
const readReviewed = async (
  { database: { db }, objectStore, operators }: VerificationDeps,
  { id, operatorId }: ReviewedPicture,
): Promise<Buffer | undefined> => {
  const operator = await operators.findById(operatorId)
  if (!operator?.rights.includes(REVIEW) || !(await isUnderReview(db, id))) return undefined
  const body = await objectStore.get(pictureKey(id))
  return body ? buffer(body) : undefined
}

/** Stores the picture for the reviewer, and tries to read it to fill in the form. */
const addUploadRoute = (app: FastifyInstance, deps: VerificationDeps): void => {
  addImageUploadRoute(app, deps, {
    path: sideRoutes.verificationPicture.path,
    limitBytes: LIMIT_BYTES,
    take: async ({ userId }, { bytes }) => {
      const pictureId = randomBytes(ID_BYTES).toString('hex')
      await addPicture(deps, { id: pictureId, userId, sizeBytes: bytes.length })
      // A row whose upload failed is removed with the unused pictures.
      await deps.objectStore.put(pictureKey(pictureId), Readable.from([bytes]), LIMIT_BYTES)
      return { pictureId, recognized: await deps.idCardReader.read(bytes) }
    },
  })
}

const addPicture = (
  { database: { db }, clock }: VerificationDeps,
  picture: { readonly id: string; readonly userId: number; readonly sizeBytes: number },
): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const { userId, sizeBytes } = picture
    await takeUploadQuota(tx, { userId, kind: 'verification', bytes: sizeBytes }, PER_DAY, now)
    const unused = await sumUnused(tx, userId)
    if (unused.uploads >= UNUSED.uploads || unused.bytes + sizeBytes > UNUSED.bytes)
      throw new AppError('SHOW_ERROR_TIP', { text: '未提交的照片过多，请先提交认证，或一天后再上传' })
    await insertPicture(tx, { ...picture, createdAt: now })
  })
