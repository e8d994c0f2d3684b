import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import type { Segment } from '@yunji/contract/operator/segment'
import { isMobile } from '@yunji/contract/validation/credentials'
import { and, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import { users } from '../../../tables/identity.ts'

const isCustomer = and(eq(users.isGuest, false), isNull(users.erasedAt))

const PASSED = sql.raw(String(CheckStatus.pass))
const passed = sql`(users.personal_check_status = ${PASSED} or users.company_check_status = ${PASSED})`

const paidOrders = sql`select 1 from orders o where o.user_id = users.id and o.paid_at is not null`

const isOneOf = ({ people }: Segment): SQL | undefined =>
  people &&
  or(
    inArray(users.id, people.filter((person) => !isMobile(person)).map(Number)),
    inArray(users.mobilePhone, people.filter(isMobile)),
  )

/** Condition on `users`: customers in the segment. */
export const isInSegment = (segment: Segment, now: Date): SQL | undefined => {
  const { registeredFrom, registeredBefore, hasBought, boughtWithinDays, expiresWithinDays, isVerified } = segment
  return and(
    isCustomer,
    isOneOf(segment),
    registeredFrom === undefined ? undefined : gte(users.createdAt, new Date(registeredFrom)),
    registeredBefore === undefined ? undefined : lt(users.createdAt, new Date(registeredBefore)),
    hasBought === undefined ? undefined : hasBought ? sql`exists (${paidOrders})` : sql`not exists (${paidOrders})`,
    boughtWithinDays === undefined
      ? undefined
      : sql`exists (${paidOrders} and o.paid_at > ${later(now, -boughtWithinDays * DAY_MS)})`,
    expiresWithinDays === undefined
      ? undefined
      : sql`exists (select 1 from devices d where d.owner_id = users.id and d.state <> 'released' and not d.is_metered
          and d.expires_at > ${now} and d.expires_at <= ${later(now, expiresWithinDays * DAY_MS)})`,
    isVerified === undefined ? undefined : isVerified ? passed : sql`not ${passed}`,
    segment.userType === undefined ? undefined : eq(users.userType, segment.userType),
  )
}

/** Given ids and numbers that no customer has. */
export const listUnknownPeople = async (db: Db | Tx, segment: Segment): Promise<string[]> => {
  const { people } = segment
  if (!people) return []
  const found = await db
    .select({ id: users.id, mobilePhone: users.mobilePhone })
    .from(users)
    .where(and(isCustomer, isOneOf(segment)))
  const known = new Set(found.flatMap(({ id, mobilePhone }) => [String(id), mobilePhone]))
  return [...new Set(people)].filter((person) => !known.has(isMobile(person) ? person : String(Number(person))))
}

/** Numbers tell who is a customer: only for operators who may look that up. */
export const refuseForeignNumbers = ({ rights }: Operator, { people }: Segment): void => {
  if (people?.some(isMobile) && !rights.includes('users.read'))
    throw new AppError('NO_PERMISSION', { data: { right: 'users.read' } })
}
