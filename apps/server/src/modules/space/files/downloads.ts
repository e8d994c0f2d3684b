import { buffer } from 'node:stream/consumers'
import { PREVIEW_LARGE } from '@yunji/contract/space/file/rules'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Clock, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { readImageHeader } from '../../../platform/image-header.ts'
import { attachmentOf, type ByteRange, type ObjectStore } from '../../../platform/object-store.ts'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'
import type { Picture } from '../../../platform/supplier.ts'
import { partKey, readParts } from './contents.ts'
import { type FileRow, findFile, listObjectParts } from './store.ts'

export interface DownloadDeps {
  readonly database: Database
  readonly clock: Clock
  readonly objectStore: ObjectStore
  readonly signedTokens: SignedTokens
  readonly pictures: { shrink(picture: Picture, largestPx?: number): Promise<Buffer> }
}

const DOWNLOAD = 'space download'
const PREVIEW = 'space preview'
const DOWNLOAD_LIFETIME_MS = 10 * MINUTE_MS
/** An address of a preview is constant within a window, so that browsers keep the picture. */
const PREVIEW_WINDOW_MS = 30 * MINUTE_MS

interface Address {
  readonly userId: number
  readonly fileId: string
}

export const createAddresses = ({ signedTokens, clock }: Pick<DownloadDeps, 'signedTokens' | 'clock'>) => ({
  download: (address: Address): string =>
    `${sideRoutes.spaceDownload.path}?token=${signedTokens.sign(DOWNLOAD, address, DOWNLOAD_LIFETIME_MS)}`,
  preview: (file: FileRow): string => {
    if (!hasPreview(file)) return ''
    const nowMs = clock.now().getTime()
    const endMs = (Math.floor(nowMs / PREVIEW_WINDOW_MS) + 2) * PREVIEW_WINDOW_MS
    const address: Address = { userId: file.userId, fileId: file.id }
    return `${sideRoutes.spacePreview.path}?token=${signedTokens.sign(PREVIEW, address, endMs - nowMs)}`
  },
})

export const getDownloadAddress =
  (deps: DownloadDeps) =>
  async (userId: number, fileId: string): Promise<{ address: string }> => {
    const { database, objectStore } = deps
    const file = await findFile(database.db, userId, fileId)
    if (!file) throw new AppError('NOT_FOUND')
    const parts = await listObjectParts(database.db, file.objectId)
    const [only] = parts
    if (objectStore.downloadAddress && only && parts.length === 1) {
      const address = await objectStore.downloadAddress(partKey(only.id), file.name, DOWNLOAD_LIFETIME_MS / 1000)
      return { address }
    }
    return { address: createAddresses(deps).download({ userId, fileId }) }
  }

export const addDownloadRoutes = (app: FastifyInstance, deps: DownloadDeps): void => {
  app.get(sideRoutes.spaceDownload.path, (request, reply) => sendFile(deps, request, reply))
  app.get(sideRoutes.spacePreview.path, (request, reply) => sendPreview(deps, request, reply))
}

const addressedFile = async (
  { database, signedTokens }: DownloadDeps,
  purpose: string,
  request: FastifyRequest,
): Promise<FileRow> => {
  const { token } = request.query as { token?: unknown }
  const address = typeof token === 'string' ? signedTokens.read<Address>(purpose, token) : undefined
  const file = address && (await findFile(database.db, address.userId, address.fileId))
  if (!file) throw new AppError('PATH_NOT_FOUND')
  return file
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** The requested range; undefined for the whole file, null when there are no such bytes. */
const rangeOf = (header: string | undefined, sizeBytes: number): ByteRange | null | undefined => {
  const [, from = '', to = ''] = RANGE.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const offset = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? sizeBytes : Math.min(Number(to) + 1, sizeBytes)
  return offset < end ? { offset, length: end - offset } : null
}

const sendFile = async (deps: DownloadDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const file = await addressedFile(deps, DOWNLOAD, request)
  const parts = await listObjectParts(deps.database.db, file.objectId)
  const range = rangeOf(request.headers.range, file.sizeBytes)
  reply.headers({
    'cache-control': 'private, no-store',
    'content-type': 'application/octet-stream',
    'content-disposition': attachmentOf(file.name),
    'accept-ranges': 'bytes',
  })
  if (range === null) return reply.header('content-range', `bytes */${file.sizeBytes}`).status(416).send()
  const { offset, length } = range ?? { offset: 0, length: file.sizeBytes }
  if (range) {
    reply.status(206).header('content-range', `bytes ${offset}-${offset + length - 1}/${file.sizeBytes}`)
  }
  return reply.header('content-length', length).send(readParts(deps.objectStore, parts, range))
}

const PREVIEWED = /\.(jpe?g|png|webp)$/i
/** Shorter side of a picture that is looked at by itself. */
const LARGE_PREVIEW_PX = 1200
const PREVIEW_MAX_BYTES = 20 * 1024 ** 2
/** A small file can describe a picture that takes gigabytes to draw. */
const PREVIEW_MAX_PIXELS = 50_000_000

const hasPreview = ({ name, sizeBytes, trashedAt }: FileRow): boolean =>
  PREVIEWED.test(name) && sizeBytes <= PREVIEW_MAX_BYTES && trashedAt === null

const sendPreview = async (deps: DownloadDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const file = await addressedFile(deps, PREVIEW, request)
  const isLarge = (request.query as { size?: unknown }).size === PREVIEW_LARGE
  const etag = `"${file.objectId}${isLarge ? PREVIEW_LARGE : ''}"`
  reply.headers({ 'cache-control': 'private, max-age=1800', etag })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const jpeg = hasPreview(file) ? await draw(deps, file, isLarge ? LARGE_PREVIEW_PX : undefined) : undefined
  if (!jpeg) throw new AppError('PATH_NOT_FOUND')
  return reply.type('image/jpeg').send(jpeg)
}

/** Undefined for what is no picture, whatever its name says. */
const draw = async (
  { database, objectStore, pictures }: DownloadDeps,
  { objectId }: FileRow,
  largestPx: number | undefined,
): Promise<Buffer | undefined> => {
  const data = await buffer(readParts(objectStore, await listObjectParts(database.db, objectId)))
  const facts = readImageHeader(data)
  if (!facts || facts.width * facts.height > PREVIEW_MAX_PIXELS || facts.width * facts.height === 0) return undefined
  return pictures.shrink({ format: 'png', data }, largestPx).catch(() => undefined)
}
