import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'", // the decoder of browsers that have none; it lets no text become script
  "style-src 'self' 'unsafe-inline'", // Taro and React set style attributes
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

/** On every answer, also on those that no route gave. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
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
  /** Origins beside our own host that may write, such as the operator's console on a host of its own. */
  readonly publicOrigins: readonly string[]
}

export const addSecurity = (app: FastifyInstance, { isTls, publicOrigins }: SecurityOptions): void => {
  const headers = isTls
    ? { ...SECURITY_HEADERS, 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` }
    : SECURITY_HEADERS
  const allowed = new Set(publicOrigins)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnOrigin(request, allowed)) {
      done(new AppError('FOREIGN_ORIGIN'))
      return
    }
    done()
  })
}

/** Browsers send Origin with every write; other clients, such as the mini-program, send none and carry no ambient rights. */
export const isOwnOrigin = (request: FastifyRequest, allowed: ReadonlySet<string>): boolean => {
  const { origin } = request.headers
  if (origin === undefined || allowed.has(origin)) return true
  return URL.parse(origin)?.host === request.host
}
