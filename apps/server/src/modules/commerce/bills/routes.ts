import { BILL_FILE_BYTES } from '@yunji/contract/commerce/payment/operator-enums'
import {
  closeBillDifference as closeCall,
  getBillDifferences as differencesCall,
  getBills as getCall,
  recheckBill as recheckCall,
} from '@yunji/contract/operator/bill-calls'
import { parseAs } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { admitUpload, runUpload } from '../../../platform/http/operator-upload.ts'
import { responseTimeout } from '../../../platform/http/response-timeout.ts'
import type { Operators } from '../../../platform/operators/operators.ts'
import type { PaymentDeps } from '../payments/index.ts'
import { closeDifference, getBills, getDifferences, importBill, subjectOf } from './operator-bills.ts'
import { checkBillSoon } from './reconcile-bills.ts'
import { type BillKey, findBill, findDifference } from './store.ts'

const UPLOAD = sideRoutes.billUpload
const UPLOAD_WITHIN_MS = MINUTE_MS
const UPLOADS_PER_MINUTE = 20

export const billRoutes = (deps: PaymentDeps): Binding[] => [
  bind(getCall, (input) => getBills(deps)(input)),
  bind(differencesCall, (input) => getDifferences(deps)(input)),
  bindAudited(deps, recheckCall, { subject: subjectOf, read: (tx, key) => findBill(tx, key) }, async (joined, key) => {
    await checkBillSoon(joined, key)
    return null
  }),
  bindAudited(
    deps,
    closeCall,
    {
      subject: ({ differenceId }) => `billDifference:${differenceId}`,
      // The note may name a customer, and rows of the log are kept for ever.
      read: async (tx, { differenceId }) => {
        const difference = await findDifference(tx, differenceId)
        return difference && { ...difference, note: undefined }
      },
    },
    (joined, input, { operator }) => closeDifference(joined)(operator, input),
  ),
]

const readKey = (query: unknown): BillKey => {
  const key = parseAs<typeof recheckCall.input>(recheckCall.input, query)
  if (!key) throw new AppError('BAD_INPUT')
  return key
}

/** Upload of a bill from the provider's website: the file itself, with provider and day in the query. */
export const addBillRoutes = (app: FastifyInstance, deps: PaymentDeps & { readonly operators: Operators }): void =>
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BILL_FILE_BYTES },
      async (_request: unknown, body: Buffer) => body,
    )
    const options = {
      bodyLimit: BILL_FILE_BYTES,
      onRequest: responseTimeout(UPLOAD_WITHIN_MS),
      config: { rateLimit: { max: UPLOADS_PER_MINUTE } },
      preParsing: admitUpload(deps.operators, UPLOAD),
    }
    scope.post(UPLOAD.path, options, async (request, reply) => {
      const key = readKey(request.query)
      const { body } = request
      if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('FILE_EMPTY')
      const data = await runUpload(deps.clock, UPLOAD, request, (addAudit) => importBill(deps)(key, body, addAudit))
      reply.header('cache-control', 'no-store')
      return { code: ErrorCode.OK, msg: errorTexts.OK, data, ts: deps.clock.now().getTime() }
    })
  })
