import { createHash } from 'node:crypto'
import type { Call } from '@yunji/contract/wire/call'
import { HOUR_MS } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/binding.ts'
import { insertAudit } from '../../platform/operators/audit.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { ANYWHERE, countTry, isWindowOpen } from '../operators/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { readSearch } from './user-store.ts'

type Rights = Pick<Operator, 'rights'>

/** Right to read numbers of customers in full. */
export const mayReadNumbers = ({ rights }: Rights): boolean => rights.includes('users.write')

/** Right to see customers at all: without it their numbers are neither searched nor shown masked. */
export const maySeeUsers = ({ rights }: Rights): boolean => rights.includes('users.read')

/** Complete numbers that are searched, an hour, by an operator who reads numbers masked: the ten thousand that a mask leaves open take weeks. */
const SEARCHES_PER_HOUR = 30

/**
 * Limits searches by a complete number where numbers are masked, and audits the first one beyond the limit. Work without a
 * session, such as an export, was counted when it was asked for.
 */
export const admitNumberSearch = async (
  { database: { db }, clock }: ConsoleDeps,
  call: Call,
  { operator, address }: Pick<CallContext<{ kind: 'operator' } & Call['access']>, 'operator' | 'address'>,
  text: string | undefined,
): Promise<void> => {
  if (!operator || text === undefined) return
  const { operatorId, sessionId } = operator
  if (operatorId === null || sessionId === null || mayReadNumbers(operator) || !maySeeUsers(operator)) return
  const { mobilePhone } = readSearch(text)
  if (mobilePhone === undefined) return
  const subject = `numberSearch:${operatorId}`
  const window = { subject, windowMs: HOUR_MS, isFixed: true }
  // Further pages, other lists and lists that are read again search the same number.
  const known = { ...window, origin: createHash('sha256').update(mobilePhone).digest(), most: 1 }
  if (await isWindowOpen(db, clock, known)) return
  const searches = await countTry(db, clock, { ...window, origin: ANYWHERE, most: SEARCHES_PER_HOUR + 1 })
  if (searches !== undefined && searches <= SEARCHES_PER_HOUR) {
    await countTry(db, clock, known)
    return
  }
  if (searches !== undefined) {
    const entry = {
      subject: `operator:${operatorId}`,
      after: { problem: 'numberSearchesUsed' },
      outcome: 'refused',
    } as const
    await insertAudit(db, clock.now(), operator, { path: call.path, address }, entry)
  }
  throw new AppError('NUMBER_SEARCHES_USED')
}
