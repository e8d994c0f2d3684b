import { BILL_FILE_BYTES } from '@yunji/contract/commerce/payment/operator-enums'
import {
  closeBillDifference as closeCall,
  getBillDifferences as differencesCall,
  getBills as getCall,
  recheckBill as recheckCall,
} from '@yunji/contract/operator/bill-calls'
import { parseAs } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { addFileUpload } from '../../../platform/http/operator-upload.ts'
import type { Operators } from '../../../platform/operators/operators.ts'
import type { PaymentDeps } from '../payments/index.ts'
import { closeDifference, getBills, getDifferences, importBill, subjectOf } from './operator-bills.ts'
import { checkBillSoon } from './reconcile-bills.ts'
import { type BillKey, findBill, findDifference } from './store.ts'

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

/** Upload of a bill from the provider's website, with provider and day in the query. */
export const addBillRoutes = (app: FastifyInstance, deps: PaymentDeps & { readonly operators: Operators }): void =>
  addFileUpload(app, deps, {
    route: sideRoutes.billUpload,
    maximumBytes: BILL_FILE_BYTES,
    perMinute: UPLOADS_PER_MINUTE,
    readQuery: readKey,
    store: importBill(deps),
  })
