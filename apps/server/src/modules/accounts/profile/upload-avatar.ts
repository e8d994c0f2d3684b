import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { addImageUploadRoute, type UploadedImage } from '../../../platform/http/image-upload-route.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { takeUploadQuota, type UploadLimits } from '../../../platform/upload-quota.ts'
import type { ProfileDeps } from './deps.ts'
import { drawAvatar } from './draw-avatar.ts'
import { setAvatarAddress } from './store.ts'

const UPLOAD_LIMIT_BYTES = 2 << 20
/** The limit is on drawing, which costs more than storing the one avatar that stays. */
const PER_DAY: UploadLimits = { uploads: 30, bytes: 30 << 20 }
const STORED_LIMIT_BYTES = 1 << 20
const ONE_YEAR_SECONDS = 31_536_000
/** Random, so that an address does not reveal its user; never reused. */
const NAME = /^[a-f0-9]{32}\.jpg$/
const NAME_BYTES = 16

const addressOf = (name: string): string => sideRoutes.avatar.path.replace(':name', name)
const keyOf = (name: string): string => `avatars/${name}`

/** Object key of an avatar's address; undefined for foreign addresses. */
export const avatarKey = (avatar: string): string | undefined => {
  const name = avatar.split('/').at(-1) ?? ''
  return NAME.test(name) ? keyOf(name) : undefined
}

export const addAvatarRoutes = (app: FastifyInstance, deps: ProfileDeps): void => {
  addImageUploadRoute(app, deps, {
    path: sideRoutes.avatarUpload.path,
    limitBytes: UPLOAD_LIMIT_BYTES,
    take: (caller, picture) => setAvatar(deps)(caller, picture),
  })

  app.get<{ Params: { name: string } }>(sideRoutes.avatar.path, async (request, reply) => {
    const { name } = request.params
    const body = NAME.test(name) ? await deps.objectStore.get(keyOf(name)) : null
    if (!body) throw new AppError('PATH_NOT_FOUND')
    reply.header('cache-control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`)
    return reply.type('image/jpeg').send(body)
  })
}

const setAvatar =
  (deps: ProfileDeps) =>
  async (caller: Caller, { bytes }: UploadedImage): Promise<{ avatar: string }> => {
    const upload = { userId: caller.userId, kind: 'avatar', bytes: bytes.length } as const
    await deps.database.db.transaction((tx) => takeUploadQuota(tx, upload, PER_DAY, deps.clock.now()))
    const jpeg = await drawAvatar(bytes).catch((error: unknown) => {
      deps.log.info({ err: error, userId: caller.userId }, 'avatar decoding failed')
      throw new AppError('ILLEGAL_FILE', { text: '图片无法读取' })
    })
    const name = `${randomBytes(NAME_BYTES).toString('hex')}.jpg`
    await deps.objectStore.put(keyOf(name), Readable.from([jpeg]), STORED_LIMIT_BYTES)
    const avatar = addressOf(name)
    await replaceAvatar(deps)(caller.userId, avatar).catch(async (error: unknown) => {
      await deps.objectStore.delete(keyOf(name))
      throw error
    })
    return { avatar }
  }

/** The old picture is deleted once no row refers to it. */
export const replaceAvatar =
  ({ database: { db }, objectStore }: Pick<ProfileDeps, 'database' | 'objectStore'>) =>
  async (userId: number, avatar: string): Promise<void> => {
    const old = avatarKey(await db.transaction((tx) => setAvatarAddress(tx, userId, avatar)))
    if (old) await objectStore.delete(old)
  }
