import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { addImageUploadRoute } from '../../../platform/http/image-upload-route.ts'
import { takeUploadQuota, type UploadLimits } from '../../../platform/upload-quota.ts'
import type { VerificationDeps } from './deps.ts'
import { insertPicture, sumUnused } from './store.ts'

const LIMIT_BYTES = 4 << 20
const ID_BYTES = 16
/** Per account: uploads in a day, and pictures without a request. A request names two. */
const PER_DAY: UploadLimits = { uploads: 30, bytes: 60 << 20 }
const UNUSED: UploadLimits = { uploads: 12, bytes: 36 << 20 }

export const pictureKey = (id: string): string => `verification/${id}`

/** Stores the picture for the reviewer, and tries to read it to fill in the form. */
export const addVerificationPictureRoute = (app: FastifyInstance, deps: VerificationDeps): void => {
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
