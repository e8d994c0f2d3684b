import { createBigUserLinkOrder, getBigUserList as listCall } from '@yunji/contract/commerce/order/calls'
import {
  closeBigUserList as closeCall,
  createBigUserList as createCall,
  getBigUserLists as listsCall,
} from '@yunji/contract/operator/commerce-calls'
import { bindAudited, bindSelfAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import {
  type BigUserDeps,
  closeBigUserList,
  createBigUserList,
  getBigUserList,
  getBigUserLists,
} from './manage-lists.ts'
import { orderFromList } from './order-from-list.ts'

export const bigUserRoutes = (deps: BigUserDeps): Binding[] => [
  bind(listCall, ({ linkCode }, { caller }) => getBigUserList(deps)(caller, linkCode)),
  bind(listsCall, (input, { operator }) => getBigUserLists(deps)(operator, input)),
  // The code of a link opens its prices, and the title may name the customer: neither is recorded.
  bindAudited(
    deps,
    createCall,
    { subject: ({ userId }) => `user:${userId}`, after: ({ title: _title, ...terms }) => terms },
    (joined, input) => createBigUserList(joined)(input),
  ),
  bindSelfAudited(deps.clock, closeCall, ({ linkCode }, _context, addAudit) =>
    closeBigUserList(deps)(linkCode, addAudit),
  ),
  bindOnce(createBigUserLinkOrder, (tx, input, { caller }) => orderFromList(deps)(tx, caller, input)),
]
