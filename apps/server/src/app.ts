import rateLimit from '@fastify/rate-limit'
import { allCalls } from '@yunji/contract/calls'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { addressBlockOf } from './platform/address-block.ts'
import type { Clock } from './platform/clock.ts'
import { AppError } from './platform/errors.ts'
import { apiPage } from './platform/http/api-page.ts'
import { assertEveryCallIsBound, type Binding } from './platform/http/binding.ts'
import { addCallRoute, type CallRouteDeps } from './platform/http/call-route.ts'
import { createClientErrorHandler } from './platform/http/client-error.ts'
import { addClientFiles, addConsoleFiles, sendEntry } from './platform/http/client-files.ts'
import { addErrorHandler, sendFailure } from './platform/http/error-handler.ts'
import { parseJsonBody } from './platform/http/json-body.ts'
import { type JsonSchema, openApiDocument } from './platform/http/openapi.ts'
import { addOperationsRoutes, type Readiness } from './platform/http/operations.ts'
import type { PagePreview } from './platform/http/page-preview.ts'
import { refuseForeignPeers, warnOfUnknownProxies } from './platform/http/peers.ts'
import { addRequestLog, requestIdOf } from './platform/http/request-log.ts'
import { addSecurity, SECURITY_HEADERS } from './platform/http/security.ts'
import { closeUnusedConnections } from './platform/http/unused-connections.ts'
import type { CallMetrics } from './platform/metrics.ts'

/** Dependencies of every server process, product or gateway. */
export interface PlainDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: CallMetrics
  readonly readiness: Readiness
  /** Further hosts that pages connect to. */
  readonly connectSources?: () => readonly string[]
}

export interface AppDeps extends CallRouteDeps, PlainDeps {
  /** Previews of pages in chats. */
  readonly previewOf?: (path: string, query: unknown) => Promise<PagePreview | undefined>
}

export interface AppOptions {
  readonly tls?: { key: string; cert: string }
  /** Folder of the built H5 client; API only when absent. */
  readonly clientFolder?: string
  /** Folder of the built console; not served when absent. */
  readonly consoleFolder?: string
  /** False: browsers give up the service worker of the client. */
  readonly hasServiceWorker?: boolean
  /** Scripts of other sites that pages may load. */
  readonly externalScripts?: readonly string[]
  readonly callsPerMinute: number
  readonly publicOrigins: readonly string[]
  /** Host names accepted beside those of this machine; a request for any other host is refused. */
  readonly allowedHosts?: readonly string[]
  /** Bearer token of `/metrics`; the route answers 404 when absent. */
  readonly metricsToken?: string | undefined
  readonly hasApiPages?: boolean
  readonly trustedProxies: readonly string[]
  /** Serves this machine and its private network only. */
  readonly isLanOnly?: boolean
  /** Deadline of a call's response; 9 s when absent. */
  readonly responseTimeoutMs?: number
}

/** Limit of call bodies; uploads have routes and limits of their own. */
const BODY_LIMIT_BYTES = 64 * 1024

/**
 * Node's default limit for receiving a whole request, which Fastify turns off: a stalled one would hold its socket for
 * ever.
 */
const REQUEST_TIMEOUT_MS = 300_000

/** Builds the HTTP server from its bindings; imports no module and no adapter. */
export const buildApp = async (deps: AppDeps, bindings: readonly Binding[], options: AppOptions) => {
  assertEveryCallIsBound(allCalls, bindings)
  const app = await buildPlainApp(deps, options)
  for (const binding of bindings) addCallRoute(app, deps, binding, options.responseTimeoutMs)
  if (options.hasApiPages) addApiPages(app, bindings)
  const { clientFolder, consoleFolder, hasServiceWorker } = options
  if (clientFolder) await addClientFiles(app, clientFolder, { hasServiceWorker, previewOf: deps.previewOf })
  if (consoleFolder) await addConsoleFiles(app, consoleFolder, clientFolder === undefined)

  app.setNotFoundHandler((request, reply) => {
    // An unknown address opened in a browser gets the client, which shows its own not-found page.
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (isPage && clientFolder) return sendEntry(reply.status(404))
    return sendFailure(reply, request, new AppError('PATH_NOT_FOUND'), deps.clock)
  })
  return app
}

/** Server with limits, headers, logs and operations pages, but without routes. */
export const buildPlainApp = async (deps: PlainDeps, options: AppOptions): Promise<FastifyInstance> => {
  const app = createFastify(deps, options)
  closeUnusedConnections(app)
  if (options.isLanOnly) refuseForeignPeers(app)
  addErrorHandler(app, deps.clock)
  addRequestLog(app, deps.metrics)
  warnOfUnknownProxies(app)
  const { publicOrigins, allowedHosts = [], metricsToken } = options
  addSecurity(app, {
    isTls: options.tls !== undefined,
    publicOrigins,
    allowedHosts,
    connectSources: deps.connectSources,
    externalScripts: options.externalScripts,
  })
  await addRateLimit(app, options.callsPerMinute)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    parseJsonBody(body),
  )
  addOperationsRoutes(app, { metrics: deps.metrics, readiness: deps.readiness, metricsToken })
  return app
}

const createFastify = ({ log, clock }: PlainDeps, options: AppOptions): FastifyInstance =>
  Fastify({
    ...(options.tls && { https: options.tls }),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT_BYTES,
    // An address that cannot be decoded never reaches a hook.
    frameworkErrors: (_error, request, reply) =>
      void sendFailure(reply.headers(SECURITY_HEADERS), request, new AppError('PATH_NOT_FOUND'), clock),
    clientErrorHandler: createClientErrorHandler(clock),
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // While closing, requests on open connections are still answered: see shutdown.ts.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance

const addRateLimit = async (app: FastifyInstance, callsPerMinute: number): Promise<void> => {
  const none = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    max: callsPerMinute,
    keyGenerator: (request) => addressBlockOf(request.ip),
    timeWindow: '1 minute',
    addHeaders: none,
    addHeadersOnExceeding: none,
    errorResponseBuilder: () => new AppError('RATE_LIMITED'),
  })
}

/** API pages, generated on the first request: they are rarely read, and every start would pay for them. */
const addApiPages = (app: FastifyInstance, bindings: readonly Binding[]): void => {
  let document: JsonSchema | undefined
  let page: string | undefined
  app.get(sideRoutes.openapi.path, async () => {
    document ??= openApiDocument(allCalls)
    return document
  })
  app.get(sideRoutes.apiPage.path, (_request, reply) => {
    page ??= apiPage(bindings, [...Object.values(sideRoutes), ...Object.values(servedRoutes)])
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
