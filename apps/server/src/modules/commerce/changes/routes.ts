import * as calls from '@yunji/contract/commerce/change/calls'
import { createTimeToMonthOrder, createUpOrDownOrder, createVideoOrder } from '@yunji/contract/commerce/order/calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { changeByCredit } from './change-by-credit.ts'
import type { ChangeDeps } from './deps.ts'
import { getChangeOptions, getVideoOptions } from './get-change-options.ts'
import { getUsedStorage } from './get-used-storage.ts'
import { orderChange } from './order-change.ts'
import { getToMonthlyOptions, orderToMonthly } from './order-to-monthly.ts'

export const changeRoutes = (deps: ChangeDeps): Binding[] => {
  const usedStorage = getUsedStorage(deps)
  return [
    bind(calls.getChangeOptions, ({ deviceId }, { caller }) => getChangeOptions(deps)(caller, deviceId)),
    bind(calls.getVideoOptions, ({ deviceId }, { caller }) => getVideoOptions(deps)(caller, deviceId)),
    bind(calls.getUsedStorage, ({ deviceId }, { caller }) => usedStorage(caller, deviceId)),
    bind(calls.getToMonthlyOptions, (_input, { caller }) => getToMonthlyOptions(deps)(caller)),
    bindOnce(calls.changeByCredit, (tx, input, { caller }) => changeByCredit(deps)(tx, caller, input)),
    bindOnce(createUpOrDownOrder, (tx, input, { caller }) => orderChange(deps, 'change')(tx, caller, input)),
    bindOnce(createVideoOrder, (tx, input, { caller }) => orderChange(deps, 'video')(tx, caller, input)),
    bindOnce(createTimeToMonthOrder, (tx, input, { caller }) => orderToMonthly(deps)(tx, caller, input)),
  ]
}
