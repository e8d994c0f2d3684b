import * as calls from '@yunji/contract/commerce/activation/calls'
import { purchaseActivationCode } from '@yunji/contract/commerce/order/calls'
import * as batches from '@yunji/contract/operator/code-batch-calls'
import { AppError } from '../../../platform/errors.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { readBatchState } from './batch-store.ts'
import { createCodeBatch, exportCodeBatch, getBatchCodes, getCodeBatches, withdrawCodeBatch } from './code-batches.ts'
import { type CodeDeps, getActivationCodes } from './list-codes.ts'
import { orderCodes } from './order-codes.ts'
import { getActivationCode } from './preview-code.ts'
import { findCodeGoods, listActivationGoods, listCodeGoods, saveCodeGoods } from './store.ts'

const ofBatch = ({ batchId }: { readonly batchId: number }) => `codeBatch:${batchId}`

/** Codes are phones to whoever reads them: the audit log has their numbers alone. */
const batchRoutes = (deps: CodeDeps): Binding[] => [
  bind(batches.getCodeBatches, (input) => getCodeBatches(deps)(input)),
  bind(batches.getBatchCodes, (input) => getBatchCodes(deps)(input)),
  bindAudited(
    deps,
    batches.createCodeBatch,
    { subject: (_input, data) => ofBatch(data), after: ({ note: _note, ...terms }) => terms },
    (joined, input, { operator }) => createCodeBatch(joined)(operator, input),
  ),
  bindAudited(
    deps,
    batches.exportCodeBatch,
    { subject: ofBatch, after: (_input, { codes }) => ({ codes: codes.length }) },
    (joined, { batchId }, { operator }) => exportCodeBatch(joined)(operator, batchId),
  ),
  bindAudited(
    deps,
    batches.withdrawCodeBatch,
    {
      subject: ofBatch,
      read: (tx, { batchId }) => readBatchState(tx, batchId),
      after: (_input, { withdrawn }) => ({ withdrawn }),
    },
    (joined, { batchId }) => withdrawCodeBatch(joined)(batchId),
  ),
]

const goodsRoutes = (deps: CodeDeps): Binding[] => [
  bind(batches.getCodeGoods, async () => ({ goods: await listCodeGoods(deps.database.db) })),
  bindAudited(
    deps,
    batches.saveCodeGoods,
    { subject: ({ productId }) => `product:${productId}`, read: (tx, { productId }) => findCodeGoods(tx, productId) },
    ({ database: { db } }, terms) =>
      db.transaction(async (tx) => {
        if (!(await saveCodeGoods(tx, terms))) throw new AppError('GOODS_NOT_EXIST')
        return null
      }),
  ),
]

export const activationRoutes = (deps: CodeDeps): Binding[] => [
  bind(calls.getActivationGoods, async () => ({ goods: await listActivationGoods(deps.database.db) })),
  bind(calls.getActivationCodes, (query, { caller }) => getActivationCodes(deps)(caller, query)),
  bind(calls.getActivationCode, ({ activationCode }, { caller }) => getActivationCode(deps)(caller, activationCode)),
  bindOnce(purchaseActivationCode, (tx, input, { caller }) => orderCodes(deps)(tx, caller, input)),
  ...batchRoutes(deps),
  ...goodsRoutes(deps),
]
