import { decideRefund as decideCall, getFailedRefunds as failedCall } from '@yunji/contract/operator/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { decideRefund, getFailedRefunds } from './decide-refund.ts'
import type { ProviderRefundDeps } from './deps.ts'

export const refundRoutes = (deps: ProviderRefundDeps): Binding[] => [
  bind(failedCall, (input) => getFailedRefunds(deps)(input)),
  bind(decideCall, async ({ refundId, way }) => {
    await decideRefund(deps)(refundId, way)
    return null
  }),
]
