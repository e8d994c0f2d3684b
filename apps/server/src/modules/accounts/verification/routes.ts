import * as calls from '@yunji/contract/accounts/verification/calls'
import * as operatorCalls from '@yunji/contract/operator/calls'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { decideVerification, getWaiting } from './decide-verification.ts'
import type { VerificationDeps } from './deps.ts'
import { getVerification } from './get-verification.ts'
import { findStatus } from './store.ts'
import { submitCompany, submitPersonal } from './submit-verification.ts'

export const verificationRoutes = (deps: VerificationDeps): Binding[] => [
  bind(calls.getVerification, (_input, { caller }) => getVerification(deps)(caller.userId)),
  bind(calls.submitPersonal, async (input, { caller }) => {
    await submitPersonal(deps)(caller.userId, input)
    return null
  }),
  bind(calls.submitCompany, async (input, { caller }) => {
    await submitCompany(deps)(caller.userId, input)
    return null
  }),
  bind(operatorCalls.getWaitingVerifications, (input, { operator }) => getWaiting(deps)(operator, input)),
  bindAudited(
    deps,
    operatorCalls.decideVerification,
    {
      subject: ({ verificationId }) => `verification:${verificationId}`,
      read: (tx, { verificationId }) => findStatus(tx, verificationId),
    },
    async (joined, input) => {
      await decideVerification(joined)(input)
      return null
    },
  ),
]
