import { redeemActivationCode } from '@yunji/contract/commerce/activation/calls'
import { type Binding, bindOnce } from '../../../platform/http/binding.ts'
import type { RedeemDeps } from './provide-phone.ts'
import { redeemCode } from './redeem-code.ts'

export const redemptionRoutes = (deps: RedeemDeps): Binding[] => [
  bindOnce(redeemActivationCode, (tx, input, { caller }) => redeemCode(deps)(tx, caller, input)),
]
