import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, type AppErrorName } from '../errors.ts'
import { createHostCheck, hasTwoHosts, type IsAllowedHost } from './allowed-hosts.ts'

const policyFor = (connectSources: readonly string[], scripts: readonly string[]): string =>
  [
    "default-src 'self'",
    // WASM is for the decoder of browsers without their own; it allows no `eval`.
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'", // Taro and React set style attributes
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...connectSources].join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')

/** Set on every response, also without a route. */
export const SECURITY_HEADERS = {
  'content-security-policy': policyFor([], []),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
}
const ONE_YEAR_SECONDS = 31_536_000

interface SecurityOptions {
  readonly isTls: boolean
  /** Origins besides our own host that may write, such as the operator's console. */
  readonly publicOrigins: readonly string[]
  /** Host names of this server, besides those of this machine. */
  readonly allowedHosts: readonly string[]
  /** Sources that pages connect to beside their own host; the same array while nothing changes. */
  readonly connectSources?: (() => readonly string[]) | undefined
  /** Scripts of other sites that pages load. */
  readonly externalScripts?: readonly string[] | undefined
}

export const addSecurity = (app: FastifyInstance, options: SecurityOptions): void => {
  const { isTls, publicOrigins, allowedHosts, connectSources, externalScripts = [] } = options
  const common = {
    ...SECURITY_HEADERS,
    'content-security-policy': policyFor([], externalScripts),
    ...(isTls && { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` }),
  }
  let sources: readonly string[] = []
  let headers: Readonly<Record<string, string>> = common
  const currentHeaders = (): Readonly<Record<string, string>> => {
    const current = connectSources?.() ?? sources
    if (current !== sources) headers = { ...common, 'content-security-policy': policyFor(current, externalScripts) }
    sources = current
    return headers
  }
  const allowed = new Set(publicOrigins)
  const isOwnHost = createHostCheck(allowedHosts)
  let isWarned = false
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(currentHeaders())
    const { origin } = request.headers
    if (origin !== undefined && allowed.has(origin)) reply.headers(crossOriginHeaders(origin))
    const refusal = refusalOf(request, allowed, isOwnHost)
    if (refusal === 'FOREIGN_HOST' && !isWarned) {
      isWarned = true
      request.log.warn({ host: request.headers.host }, 'request refused: host not in PUBLIC_HOSTS')
    }
    // CORS preflight.
    if (!refusal && request.method === 'OPTIONS' && origin !== undefined && allowed.has(origin)) {
      void reply.status(204).send()
      return
    }
    done(refusal && new AppError(refusal))
  })
}

/** Headers of resumable uploads, in requests and responses. */
const TUS_HEADERS = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-expires',
  'x-http-method-override',
]

/** For a client on another host; no credentials, since no cookie authenticates anybody. */
const crossOriginHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  vary: 'Origin',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': ['content-type', ...Object.values(header), ...TUS_HEADERS].join(', '),
  'access-control-expose-headers': [header.requestId, 'location', ...TUS_HEADERS].join(', '),
  'access-control-max-age': '600',
  'cross-origin-resource-policy': 'cross-origin',
})

/** Reached by balancers and scrapers under any name; none returns personal data. */
const anyHost: ReadonlySet<string | undefined> = new Set([
  sideRoutes.healthz.path,
  sideRoutes.readyz.path,
  sideRoutes.metrics.path,
])

const refusalOf = (
  request: FastifyRequest,
  allowed: ReadonlySet<string>,
  isOwnHost: IsAllowedHost,
): AppErrorName | undefined => {
  if (hasTwoHosts(request.raw)) return 'NOT_HTTP'
  if (!anyHost.has(request.routeOptions.url)) {
    const { host } = request.raw.headers
    // A trusted proxy's forwarded host is checked in addition, never instead: a page could send that header too.
    if (!isOwnHost(host) || (request.host !== host && !isOwnHost(request.host))) return 'FOREIGN_HOST'
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead || isOwnOrigin(request, allowed) ? undefined : 'FOREIGN_ORIGIN'
}

/**
 * Browsers send Origin with every write; other clients, such as the mini-program, send none and have no ambient
 * credentials.
 */
export const isOwnOrigin = (request: FastifyRequest, allowed: ReadonlySet<string>): boolean => {
  const { origin } = request.headers
  if (origin === undefined || allowed.has(origin)) return true
  return URL.parse(origin)?.host === request.host
}
