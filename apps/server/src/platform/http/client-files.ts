import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import { pages, pathOf } from '@yunji/contract/pages'
import type { FastifyInstance, FastifyReply } from 'fastify'

const HASHED = /\.[0-9a-f]{8}\.(js|css)(\.(gz|br))?$/
const ENTRY = 'index.html'

/**
 * Serves the built H5 client: its files by name, and its entry for every route of history mode. Files are listed once
 * at start, so no request is turned into a path on disk.
 */
export const addClientFiles = async (app: FastifyInstance, folder: string): Promise<void> => {
  if (!existsSync(join(folder, ENTRY))) throw new Error(`no client build in ${folder}: run npm run build`)
  await app.register(staticFiles, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  for (const path of ['/', ...pages.map((page) => pathOf(page.route))]) {
    app.get(path, (_request, reply) => sendEntry(reply))
  }
}

export const sendEntry = (reply: FastifyReply): FastifyReply => reply.sendFile(ENTRY)
