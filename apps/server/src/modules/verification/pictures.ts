import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { addPictureRoute } from '../../platform/http/picture-route.ts'
import type { VerificationDeps } from './deps.ts'
import { insertPicture } from './store.ts'

const LIMIT_BYTES = 4 << 20
const ID_BYTES = 16

export const pictureKey = (id: string): string => `verification/${id}`

/** Keeps the picture for whoever decides, and tries to read it for whoever fills in the form. */
export const addVerificationPictureRoute = (app: FastifyInstance, deps: VerificationDeps): void => {
  addPictureRoute(app, deps, {
    path: sideRoutes.verificationPicture.path,
    limitBytes: LIMIT_BYTES,
    take: async ({ userId }, { bytes }) => {
      const pictureId = randomBytes(ID_BYTES).toString('hex')
      await deps.objectStore.put(pictureKey(pictureId), Readable.from([bytes]), LIMIT_BYTES)
      await insertPicture(deps.database.db, pictureId, userId, deps.clock.now())
      return { pictureId, recognized: await deps.idCardReader.read(bytes) }
    },
  })
}
