import * as calls from '@yunji/contract/accounts/profile/calls'
import * as operator from '@yunji/contract/operator/user-calls'
import type { Tx } from '../../../platform/database.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import type { DeletionDeps } from './deps.ts'
import {
  cancelUserDeletion,
  getDeletion,
  getUserDeletion,
  requestDeletion,
  requestUserDeletion,
} from './request-deletion.ts'
import { findDeletion } from './store.ts'

const subject = ({ userId }: { readonly userId: number }): string => `user:${userId}`

export const deletionRoutes = (deps: DeletionDeps): Binding[] => [
  bind(calls.getDeletion, (_input, { caller }) => getDeletion(deps)(caller)),
  bind(calls.requestDeletion, ({ code }, { caller }) => requestDeletion(deps)(caller, code)),
  bind(operator.getUserDeletion, ({ userId }) => getUserDeletion(deps)(userId)),
  bindAudited(
    deps,
    operator.requestUserDeletion,
    {
      subject,
      after: ({ ground, isForfeitAgreed }, { erasesAt }) => ({ ground, isForfeitAgreed, erasesAt }),
    },
    (joined, input) => requestUserDeletion(joined)(input),
  ),
  bindAudited(
    deps,
    operator.cancelUserDeletion,
    { subject, read: async (tx: Tx, { userId }) => ({ erasesAt: (await findDeletion(tx, userId)) ?? null }) },
    (joined, { userId }) => cancelUserDeletion(joined)(userId),
  ),
]
