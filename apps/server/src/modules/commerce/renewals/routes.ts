import * as calls from '@yunji/contract/commerce/renewal/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import type { RenewalDeps } from './deps.ts'
import { getRenewPrices } from './list-renew-prices.ts'
import { getRenewList } from './list-renewals.ts'
import { setAutoRenew } from './set-auto-renew.ts'

export const renewalRoutes = (deps: RenewalDeps): Binding[] => [
  bind(calls.getRenewList, (query, { caller }) => getRenewList(deps)(caller, query)),
  bind(calls.getRenewPrices, ({ deviceIds }, { caller }) => getRenewPrices(deps)(caller, deviceIds)),
  bind(calls.setAutoRenew, (input, { caller }) => setAutoRenew(deps)(caller, input)),
]
