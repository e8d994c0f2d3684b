import { createHash } from 'node:crypto'
import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { goodsPicturePath, servedRoutes } from '@yunji/contract/wire/served-routes'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { drawGoods } from './draw-goods-picture.ts'

const ONE_YEAR_SECONDS = 31_536_000
const levels = Object.values(GoodsLevel)

/** Draws each picture with its first request and keeps it: one for each level. */
export const addGoodsPictureRoute = (app: FastifyInstance): void => {
  const drawn = new Map<GoodsLevel, Promise<Buffer>>()
  const picture = (level: GoodsLevel): Promise<Buffer> => {
    const known = drawn.get(level) ?? drawGoods(level)
    drawn.set(level, known)
    return known
  }
  app.get<{ Params: { name: string } }>(servedRoutes.goodsPicture.path, async (request, reply) => {
    const level = levels.find((each) => goodsPicturePath(each).split('/').at(-1) === request.params.name)
    if (!level) throw new AppError('PATH_NOT_FOUND')
    const body = await picture(level)
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
    reply.header('cache-control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`).header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type('image/webp').send(body)
  })
}
