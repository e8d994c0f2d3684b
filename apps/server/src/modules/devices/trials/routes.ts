import * as calls from '@yunji/contract/configuration/guide/calls'
import { TRIAL_MINUTES } from '@yunji/contract/configuration/guide/rules'
import { getTrialReturns, getTrialTerms, returnTrial, setTrialTerms } from '@yunji/contract/operator/content-calls'
import { AppError } from '../../../platform/errors.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { writeSetting } from '../../configuration/configure/index.ts'
import { claimTrial, getReceiveEquipment, type TrialDeps } from './claim-trial.ts'
import * as returns from './return-trial.ts'
import { countClaimed, countRunning, findTrialPhone, readTrialState } from './store.ts'
import { readTerms, TRIAL_TERMS } from './terms.ts'

export const trialRoutes = (deps: TrialDeps): Binding[] => {
  const { clock } = deps
  const { db } = deps.database
  return [
    bind(calls.getNewUserReceiveEquipment, async (_input, { caller }) => ({
      ...(await getReceiveEquipment(deps, caller.userId)),
      trialMinutes: TRIAL_MINUTES,
    })),
    bindOnce(calls.claimTrialDevice, (tx, _input, { caller }) => claimTrial(deps)(tx, caller.userId)),
    bind(getTrialTerms, async () => ({
      terms: await readTerms(db),
      running: await countRunning(db),
      claimed: await countClaimed(db),
    })),
    bindAudited(
      deps,
      returnTrial,
      { subject: ({ userId }) => `user:${userId}`, read: (tx, { userId }) => readTrialState(tx, userId) },
      (joined, input, { operator }) => returns.returnTrial(joined)(operator, input),
    ),
    bind(getTrialReturns, (paging) => returns.getTrialReturns(deps)(paging)),
    bindAudited(
      deps,
      setTrialTerms,
      { subject: () => 'setting:trialTerms', read: (tx) => readTerms(tx) },
      async ({ database }, terms) => {
        if (terms.configId !== null && !(await findTrialPhone(database.db, terms.configId)))
          throw new AppError('GOODS_NOT_EXIST')
        await writeSetting(database.db, TRIAL_TERMS, terms, clock.now())
        return null
      },
    ),
  ]
}
