import { errorTexts } from '@yunji/contract/wire/error-texts'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createBatchWriter } from '../../../platform/batch-writer.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { RESPONSE_TIMEOUT_MS, responseTimeout } from '../../../platform/http/response-timeout.ts'
import { createKindLimit, fingerprintOf, TOO_MANY_KINDS } from './fingerprint.ts'
import { readForm } from './parse-form.ts'
import { type PageLogRow, writePageLogs } from './store.ts'

/** Holds an error with a stack of Chinese names, percent-encoded. */
const BODY_LIMIT_BYTES = 24 * 1024
/** Many people share an address behind a mobile network; enough for one page view a minute of six hundred. */
const LOGS_PER_MINUTE = 600
/** Success code of this call (section 7 of the specification). */
const ACCEPTED = 0

/** Without login, form-encoded; answered after the commit. */
export const addPageLogRoute = (
  app: FastifyInstance,
  { database, clock, log }: { database: Database; clock: Clock; log: Logger },
): void => {
  const write = (rows: readonly PageLogRow[]) => writePageLogs(database.pool, clock.now(), rows)
  const writer = createBatchWriter<PageLogRow>({ job: 'page-logs.write', log, write })
  const limited = createKindLimit(clock)

  const rowOf = (body: unknown): PageLogRow => {
    const form = readForm(body)
    if (form.event === 'view') return form
    const { message, stack, ...row } = form
    const fingerprint = limited(fingerprintOf(message, stack))
    const error =
      fingerprint === TOO_MANY_KINDS ? { fingerprint, message: '', stack: '' } : { fingerprint, message, stack }
    return { ...row, error }
  }

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      async (_request: unknown, body: string) => body,
    )
    scope.route({
      method: sideRoutes.pageLog.method,
      url: sideRoutes.pageLog.path,
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: responseTimeout(RESPONSE_TIMEOUT_MS),
      config: { rateLimit: { max: LOGS_PER_MINUTE } },
      handler: async (request, reply) => {
        await writer.add(rowOf(request.body))
        reply.header('cache-control', 'no-store')
        return { code: ACCEPTED, msg: errorTexts.OK, data: null, ts: clock.now().getTime() }
      },
    })
  })
}
