import { getSpace, getSpacePlans } from '@yunji/contract/space/calls'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { type Binding, bind } from '../../platform/http/binding.ts'
import { describeSpace, findSpace } from './quota.ts'
import { listPlans } from './store.ts'

interface SpaceDeps {
  readonly database: Database
  readonly clock: Clock
}

export const spaceRoutes = ({ database: { db }, clock }: SpaceDeps): Binding[] => [
  bind(getSpacePlans, async (_input, { caller }) => {
    const [plans, { quotaBytes, usedBytes }] = await Promise.all([
      listPlans(db),
      findSpace(db, caller.userId, clock.now()),
    ])
    const listed = plans.map(({ id, sizeGb, months, priceCents }) => ({ id, sizeGb, months, priceCents }))
    return { plans: listed, quotaBytes, usedBytes }
  }),
  bind(getSpace, (_input, { caller }) => describeSpace(db, caller.userId, clock.now())),
]
