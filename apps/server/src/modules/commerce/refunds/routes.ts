import { decideRefund as decideCall, getFailedRefunds as failedCall } from '@yunji/contract/operator/calls'
import {
  decideRefundProposal as decideProposalCall,
  getRefundProposals as proposalsCall,
  proposeRefund as proposeCall,
  getRefundTerms as termsCall,
} from '@yunji/contract/operator/refund-calls'
import { bindAudited, bindSelfAudited } from '../../../platform/http/audited-binding.ts'
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

export const refundRoutes = (deps: OperatorRefundDeps): Binding[] => [
  bind(failedCall, (input) => getFailedRefunds(deps)(input)),
  // The provider is asked outside the transaction.
  bindSelfAudited(deps.clock, decideCall, ({ refundId, way }, _context, addAudit) =>
    decideRefund(deps)(refundId, way, addAudit),
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
