import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../platform/database.ts'
import type { DeviceAccess } from '../../../platform/device-access.ts'
import { AppError } from '../../../platform/errors.ts'
import type { CoverSigner } from './cover-signer.ts'
import type { Covers } from './covers.ts'
import { findDevice } from './store.ts'

interface CoverRouteDeps {
  readonly database: Database
  readonly deviceAccess: DeviceAccess
  readonly covers: Covers
  readonly signer: CoverSigner
}

/** The signature identifies the user of the address; the right is checked on each request, so that it ends at once. */
export const addCoverRoute = (
  app: FastifyInstance,
  { database, deviceAccess, covers, signer }: CoverRouteDeps,
): void => {
  app.get<{ Params: { name: string } }>(sideRoutes.cover.path, async (request, reply) => {
    const cover = signer.read(request.params.name)
    const rights = cover && (await deviceAccess.findRights(cover.userId, [cover.deviceId]))
    if (!cover || !rights?.has(cover.deviceId)) throw new AppError('PATH_NOT_FOUND')
    const device = await findDevice(database.db, cover.deviceId)
    if (!device) throw new AppError('PATH_NOT_FOUND')
    const { jpeg, etag } = await covers.show(device)
    reply.header('cache-control', 'private, no-cache').header('etag', `"${etag}"`)
    if (request.headers['if-none-match'] === `"${etag}"`) return reply.status(304).send()
    return reply.type('image/jpeg').send(jpeg)
  })
}
