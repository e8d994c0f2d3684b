import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import staticFiles from '@fastify/static'
import { pages, pathOf } from '@yunji/contract/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { readPageFiles } from './page-files.ts'
import { type PagePreview, withPreview } from './page-preview.ts'

/** Files whose name has a hash of their content. */
const HASHED = /\.[0-9a-f]{8}\.(js|css)(\.(gz|br))?$/
const ENTRY = 'index.html'
const WORKER = 'sw.js'
const PREVIEW_WITHIN_MS = 500

/** Takes the place of a service worker that does harm: browsers fetch it anew with every page, and it removes itself. */
const RETIRED_WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const forget = caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))
  event.waitUntil(forget.then(() => self.registration.unregister()))
})
`

interface ClientFilesOptions {
  /** False: browsers give up the service worker that they have. */
  readonly hasServiceWorker?: boolean | undefined
  /** Title, text and picture of a page in a chat; undefined for pages that have none of their own. */
  readonly previewOf?: ((path: string, query: unknown) => Promise<PagePreview | undefined>) | undefined
}

/** `sendFile` of replies; the routes are ours. */
const addSendFile = async (app: FastifyInstance, root: string): Promise<void> => {
  await app.register(staticFiles, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) =>
      reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
}

/** Paths of all files of a folder, as addresses have them. */
const listFiles = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/') : [],
    ),
  )

interface FileRequest {
  Params: { readonly '*': string }
}

/**
 * Serves the built H5 client: its files by name, and its entry for every route of history mode. Files are listed once
 * at start, so no request is turned into a path on disk; one route for all of them, since a thousand would be a tenth of
 * a start.
 */
export const addClientFiles = async (
  app: FastifyInstance,
  folder: string,
  { hasServiceWorker = true, previewOf }: ClientFilesOptions = {},
): Promise<void> => {
  if (!existsSync(join(folder, ENTRY))) throw new Error(`no client build in ${folder}: run npm run build`)
  await addSendFile(app, folder)
  const files = listFiles(folder)
  app.get<FileRequest>('/*', ({ params: { '*': name } }, reply) => {
    const isRetired = !hasServiceWorker && name.startsWith(WORKER)
    return files.has(name) && !isRetired ? reply.sendFile(name) : void reply.callNotFound()
  })
  if (!hasServiceWorker) {
    app.get(`/${WORKER}`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(RETIRED_WORKER),
    )
  }
  const entry = readFileSync(join(folder, ENTRY), 'utf8')
  const withPageFiles = readPageFiles(folder)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.routeOptions.url ?? '/'
    // A preview is an extra: the page comes without it while the database is away or slow.
    const found = previewOf?.(path, request.query).catch(() => undefined)
    const preview = await Promise.race([found, pause(PREVIEW_WITHIN_MS, undefined, { ref: false })])
    const early = withPageFiles(entry, path, request.headers.cookie)
    const html = preview ? withPreview(early, preview, `${request.protocol}://${request.host}`) : early
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
  }
  for (const path of ['/', ...pages.map((page) => pathOf(page.route))]) app.get(path, sendPage)
}

export const sendEntry = (reply: FastifyReply): FastifyReply => reply.sendFile(ENTRY)

export const CONSOLE_PATH = '/console'

export const hasConsoleBuild = (folder: string): boolean => existsSync(join(folder, ENTRY))

/** Serves the built console below its path: its files by name, and its entry for every other address except files. */
export const addConsoleFiles = async (app: FastifyInstance, folder: string, isAlone: boolean): Promise<void> => {
  if (isAlone) await addSendFile(app, folder)
  const files = listFiles(folder)
  const entry = readFileSync(join(folder, ENTRY), 'utf8')
  const sendPage = (_request: unknown, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(entry)
  app.get(CONSOLE_PATH, sendPage)
  app.get<FileRequest>(`${CONSOLE_PATH}/*`, (request, reply) => {
    const { '*': name } = request.params
    if (files.has(name) && !name.startsWith(ENTRY)) return reply.sendFile(name, folder)
    const isFile = /\.\w+$/.test(request.url.split('?')[0] ?? '')
    // A script of an older build: an entry in its place would be taken for it.
    if (isFile) throw new AppError('PATH_NOT_FOUND')
    return sendPage(request, reply)
  })
}
