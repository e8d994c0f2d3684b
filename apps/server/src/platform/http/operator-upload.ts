import type { Access } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import { header } from '@yunji/contract/wire/request'
import type { SideRoute } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Clock, MINUTE_MS } from '../clock.ts'
import { AppError } from '../errors.ts'
import { type AddAudit, withAudit } from '../operators/audit.ts'
import type { Operator } from '../operators/operator.ts'
import { admitOperator, type Operators } from '../operators/operators.ts'
import { responseTimeout } from './response-timeout.ts'

const UPLOAD_WITHIN_MS = MINUTE_MS

/** Upload of an operator: a route outside the envelope that names a right. */
export type OperatorSideRoute = SideRoute & { readonly access: Extract<Access, { kind: 'operator' }> }

const uploaders = new WeakMap<FastifyRequest, Operator>()

/** Before the body is read: a stranger sends no megabytes. */
export const admitUpload =
  (operators: Operators, { path, access }: OperatorSideRoute) =>
  async (request: FastifyRequest): Promise<void> => {
    const named = { path, address: request.ip }
    uploaders.set(request, await admitOperator(operators, access, request.headers[header.token], named))
  }

/** Runs an admitted upload, which adds its audit row. */
export const runUpload = <Result>(
  clock: Clock,
  { path }: OperatorSideRoute,
  request: FastifyRequest,
  work: (addAudit: AddAudit) => Promise<Result>,
): Promise<Result> => {
  const operator = uploaders.get(request)
  if (!operator) throw new AppError('LOGIN_TOKEN_INVALID')
  return withAudit(clock, operator, { path, address: request.ip }, work)
}

interface FileUpload<Query> {
  readonly route: OperatorSideRoute
  readonly maximumBytes: number
  readonly perMinute: number
  /** Throws on a query that is not one. */
  readonly readQuery: (query: unknown) => Query
  /** Stores the file and adds its audit row. */
  readonly store: (query: Query, file: Buffer, addAudit: AddAudit) => Promise<unknown>
}

/** Adds an upload whose body is the file itself. */
export const addFileUpload = <Query>(
  app: FastifyInstance,
  { operators, clock }: { readonly operators: Operators; readonly clock: Clock },
  { route, maximumBytes, perMinute, readQuery, store }: FileUpload<Query>,
): void =>
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maximumBytes },
      async (_request: unknown, body: Buffer) => body,
    )
    const options = {
      bodyLimit: maximumBytes,
      onRequest: responseTimeout(UPLOAD_WITHIN_MS),
      config: { rateLimit: { max: perMinute } },
      preParsing: admitUpload(operators, route),
    }
    scope.post(route.path, options, async (request, reply) => {
      const query = readQuery(request.query)
      const { body } = request
      if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('FILE_EMPTY')
      const data = await runUpload(clock, route, request, (addAudit) => store(query, body, addAudit))
      reply.header('cache-control', 'no-store')
      return { code: ErrorCode.OK, msg: errorTexts.OK, data, ts: clock.now().getTime() }
    })
  })
