import { getSpacePlans } from '@yunji/contract/space/calls'
import { asc, eq } from 'drizzle-orm'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { type Binding, bind } from '../../platform/http/binding.ts'
import { spacePlans } from '../../tables/recharge.ts'
import { findSpace } from './quota.ts'

interface SpaceDeps {
  readonly database: Database
  readonly clock: Clock
}

export const spaceRoutes = ({ database: { db }, clock }: SpaceDeps): Binding[] => [
  bind(getSpacePlans, async (_input, { caller }) => {
    const [plans, space] = await Promise.all([
      db
        .select()
        .from(spacePlans)
        .where(eq(spacePlans.isListed, true))
        .orderBy(asc(spacePlans.position), asc(spacePlans.id)),
      findSpace(db, caller.userId, clock.now()),
    ])
    return { plans: plans.map(({ id, sizeGb, months, priceCents }) => ({ id, sizeGb, months, priceCents })), ...space }
  }),
]
