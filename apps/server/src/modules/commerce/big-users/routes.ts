import { createBigUserLinkOrder, getBigUserList as listCall } from '@yunji/contract/commerce/order/calls'
import { closeBigUserList as closeCall, createBigUserList as createCall } from '@yunji/contract/operator/commerce-calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { type BigUserDeps, closeBigUserList, createBigUserList, getBigUserList } from './manage-lists.ts'
import { orderFromList } from './order-from-list.ts'

export const bigUserRoutes = (deps: BigUserDeps): Binding[] => [
  bind(listCall, ({ linkCode }, { caller }) => getBigUserList(deps)(caller, linkCode)),
  bind(createCall, (input) => createBigUserList(deps)(input)),
  bind(closeCall, ({ linkCode }) => closeBigUserList(deps)(linkCode)),
  bindOnce(createBigUserLinkOrder, (tx, input, { caller }) => orderFromList(deps)(tx, caller, input)),
]
