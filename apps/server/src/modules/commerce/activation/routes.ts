import * as calls from '@yunji/contract/commerce/activation/calls'
import { purchaseActivationCode } from '@yunji/contract/commerce/order/calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { type CodeDeps, getActivationCodes } from './list-codes.ts'
import { orderCodes } from './order-codes.ts'
import { getActivationCode } from './preview-code.ts'
import { listActivationGoods } from './store.ts'

export const activationRoutes = (deps: CodeDeps): Binding[] => [
  bind(calls.getActivationGoods, async () => ({ goods: await listActivationGoods(deps.database.db) })),
  bind(calls.getActivationCodes, (query, { caller }) => getActivationCodes(deps)(caller, query)),
  bind(calls.getActivationCode, ({ activationCode }, { caller }) => getActivationCode(deps)(caller, activationCode)),
  bindOnce(purchaseActivationCode, (tx, input, { caller }) => orderCodes(deps)(tx, caller, input)),
]
