import { decideRefund as decideCall, getFailedRefunds as failedCall } from '@yunji/contract/operator/calls'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { decideRefund, getFailedRefunds } from './decide-refund.ts'
import type { ProviderRefundDeps } from './deps.ts'
import { findRefund } from './store.ts'

export const refundRoutes = (deps: ProviderRefundDeps): Binding[] => [
  bind(failedCall, (input) => getFailedRefunds(deps)(input)),
  bindAudited(
    deps,
    decideCall,
    {
      subject: ({ refundId }) => `refund:${refundId}`,
      read: async (tx, { refundId, way }, data) => {
        const refund = await findRefund(tx, refundId)
        return refund && { ...refund, ...(data !== undefined && { way }) }
      },
    },
    async (joined, { refundId, way }) => {
      await decideRefund(joined)(refundId, way)
      return null
    },
  ),
]
