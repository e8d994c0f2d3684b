import * as calls from '@yunji/contract/accounts/profile/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import type { DeletionDeps } from './deps.ts'
import { getDeletion, requestDeletion } from './request-deletion.ts'

export const deletionRoutes = (deps: DeletionDeps): Binding[] => [
  bind(calls.getDeletion, (_input, { caller }) => getDeletion(deps)(caller)),
  bind(calls.requestDeletion, ({ code }, { caller }) => requestDeletion(deps)(caller, code)),
]
