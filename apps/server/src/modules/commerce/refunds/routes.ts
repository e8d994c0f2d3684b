import { decideRefund as decideCall, getFailedRefunds as failedCall } from '@yunji/contract/operator/calls'
import {
  decideRefundProposal as decideProposalCall,
  getRefundProposals as proposalsCall,
  proposeRefund as proposeCall,
  getRefundTerms as termsCall,
} from '@yunji/contract/operator/refund-calls'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { decideRefund, getFailedRefunds } from './decide-refund.ts'
import {
  decideOperatorRefund,
  getRefundTerms,
  listOperatorRefunds,
  type OperatorRefundDeps,
  proposeOperatorRefund,
} from './operator-refund.ts'
import { findProposal } from './proposal-store.ts'
import { findRefund } from './store.ts'

export const refundRoutes = (deps: OperatorRefundDeps): Binding[] => [
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
  bind(termsCall, ({ orderId }, { operator }) => getRefundTerms(deps)(operator, orderId)),
  bind(proposalsCall, (input) => listOperatorRefunds(deps)(input)),
  bindAudited(
    deps,
    proposeCall,
    {
      subject: (_input, { proposalId }) => `refundProposal:${proposalId}`,
      read: async (tx, _input, data) => data && findProposal(tx, data.proposalId),
    },
    (joined, input, { operator }) => proposeOperatorRefund(joined)(operator, input),
  ),
  bindAudited(
    deps,
    decideProposalCall,
    {
      subject: ({ proposalId }) => `refundProposal:${proposalId}`,
      read: (tx, { proposalId }) => findProposal(tx, proposalId),
    },
    (joined, input, { operator }) => decideOperatorRefund(joined)(operator, input),
  ),
]
