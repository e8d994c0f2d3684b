import { allCalls } from '@yunji/contract/calls'
import { getOrderCoupons } from '@yunji/contract/commerce/coupon/calls'
import { deleteAppFile, sendFile, startApp, uninstallApp } from '@yunji/contract/devices/app/calls'
import { getDeviceInfo, sendCommand } from '@yunji/contract/devices/device/calls'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { operateGroup } from '@yunji/contract/devices/group/calls'
import { type Call, type DeviceRight, includesRight, isOpenTo } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { definePromise } from '@yunji/testkit/promise'
import { differences, digestTables } from '@yunji/testkit/table-digest'
import * as fc from 'fast-check'
import { createLoggedIn } from '../support/accounts.ts'
import { addressOf, callRequest, FORWARDED_FOR } from '../support/call-request.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import { endSchedules, type Target, withSharedTarget } from '../support/target.ts'
import { type Fields, fieldsOf, takes, validInput } from './from-schema.ts'
import { addHoldings, DEVICE_NAME, type Holdings, missing, SECRET } from './holdings.ts'
import { verifyOperatorMatrix } from './operator-matrix.ts'

/** Ids that are everybody's, and values that are not ids. A new field that ends like an id stands here or in `holdings.ts`. */
const PUBLIC: ReadonlySet<string> = new Set([
  'activityId',
  'beforeEntryId',
  'articleId',
  'configId',
  'goodId',
  'id',
  'logId',
  'zoneId',
  'templateId',
])
const LOOKS_LIKE_ID = /(?:^|[a-z])Ids?$|^ids?$/

/** Grants end by themselves while the suite runs; a session is prolonged by its use. */
const LEFT_OUT = { sessions: ['renewed_at', 'expires_at'], device_grants: ['state'] }

/** An answer that did nothing is kept under its key all the same. */
const KEYS = 'idempotency_keys'

export const promise = definePromise({
  id: 'S1',
  name: 's1_foreign_ids',
  title: 'no call takes an id of somebody else: refused as a missing one, nothing told, nothing changed',
  sizes: { small: 2, long: 60 },
  run: ({ size: inputs, seed, log }) =>
    withSharedTarget(async (target) => {
      await endSchedules(target)
      const holdings = await addHoldings(target.databaseUrl, target.account.userId)
      const actors = await addActors(target, holdings)
      const calls = allCalls.filter(({ access }) => access.kind !== 'operator' && access.kind !== 'open')
      const violations = [...undeclaredFields(holdings), ...(await blindness(target, holdings))]
      let rounds = 0
      for (const actor of actors) {
        const before = await digestTables(target.databaseUrl, { without: LEFT_OUT })
        for (const call of calls) {
          for (const input of foreignInputs(call, holdings, actor, inputs, seed)) {
            rounds += 1
            violations.push(...(await refusalOf({ target, actor, call, holdings }, input, rounds)))
          }
        }
        const after = await digestTables(target.databaseUrl, { without: LEFT_OUT })
        const changes = differences(before, after).filter((text) => !text.startsWith(KEYS))
        violations.push(...changes.map((text) => `${actor.name}: ${text}`))
        log(`${actor.name}: ${rounds} requests so far`)
      }
      const operators = await verifyOperatorMatrix(target, seed, log)
      return { rounds: rounds + operators.rounds, violations: [...violations, ...operators.violations] }
    }),
})

interface Actor {
  readonly name: string
  readonly token?: string
  readonly right: DeviceRight | 'none'
}

const addActors = async ({ databaseUrl }: Target, { grant }: Holdings): Promise<Actor[]> => {
  const names = ['a stranger', 'a viewer', 'a controller', 'a grantee of yesterday'] as const
  const people = await createLoggedIn(databaseUrl, names.length, 100)
  const [stranger, viewer, controller, late] = people.map(({ token, userId }) => ({ token, userId }))
  if (!stranger || !viewer || !controller || !late) throw new Error('somebody is missing')
  await grant(viewer.userId, 'view', '1 day')
  await grant(controller.userId, 'control', '1 day')
  await grant(late.userId, 'control', '-1 day')
  return [
    { name: 'nobody', right: 'none' },
    { name: names[0], token: stranger.token, right: 'none' },
    { name: names[1], token: viewer.token, right: 'view' },
    { name: names[2], token: controller.token, right: 'control' },
    { name: names[3], token: late.token, right: 'none' },
  ]
}

const undeclaredFields = ({ ids }: Holdings): string[] => {
  const declared = (field: string): boolean => PUBLIC.has(field) || field in ids
  return allCalls.flatMap((call) =>
    call.access.kind === 'operator'
      ? []
      : fieldsOf(call)
          .filter((field) => LOOKS_LIKE_ID.test(field) && !declared(field))
          .map((field) => `${call.path}: nobody says whose ${field} is`),
  )
}

/** The owner sees the secret, so that its absence elsewhere says something. */
const blindness = async ({ pool, token }: Target, { ids }: Holdings): Promise<string[]> => {
  const input = { deviceId: String(ids['deviceId']) }
  const answer = await pool.send(callRequest(getDeviceInfo, input, { token }))
  return answer.body.includes(SECRET) ? [] : [`the owner does not see the own device: ${describe(answer)}`]
}

/** Calls that answer for each device, with a right that depends on more than their path. */
const rightsWithin: ReadonlyMap<string, DeviceRight> = new Map([
  [startApp.path, 'control'],
  [sendFile.path, 'control'],
  [uninstallApp.path, 'owner'],
])
const viewerCommands: ReadonlySet<unknown> = new Set([DeviceCommand.cover])

/** Whether the actor's right on the device covers the call. */
const isAllowed = ({ access, path }: Call, { right }: Actor, input: Fields): boolean => {
  if (access.kind !== 'device') return false
  const within = rightsWithin.get(path)
  if (within) return includesRight(right, within)
  // What a command needs is tested beside it; here the picture alone is anybody's who may look.
  if (path === sendCommand.path) return includesRight(right, viewerCommands.has(input['command']) ? 'view' : 'control')
  return includesRight(right, access.right)
}

/** Valid input with ids of the owner in every field that takes one. */
const foreignInputs = (
  call: Call,
  { ids, productId }: Holdings,
  actor: Actor,
  count: number,
  seed: number,
): Fields[] => {
  const fields = fieldsOf(call).filter((field) => field in ids)
  if (fields.length === 0) return []
  const withAll = validInput(call).filter((input) => fields.every((field) => field in input || isRarely(field)))
  return fc
    .sample(withAll, { numRuns: count, seed })
    .map((input) => replaceIds(input, { ...ids, id: productId }))
    .filter((input) => takes(call, input) && !isOwn(call, input) && !isAllowed(call, actor, input))
}

/** A new group of one's own: the fields for an existing one are not read. */
const isOwn = ({ path }: Call, input: Fields): boolean =>
  path === operateGroup.path && input['operationType'] === 'create'

/** Fields that many inputs of a call do without. */
const isRarely = (field: string): boolean => field === 'couponId' || field === 'groupId' || field === 'groupIds'

const replaceIds = (input: Fields, ids: Holdings['ids']): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => {
      const id = ids[field]
      if (id === undefined) return [field, value]
      if (Array.isArray(value)) return [field, [id]]
      return [field, typeof value === 'string' ? String(id) : id]
    }),
  )

interface Attempt {
  readonly target: Target
  readonly actor: Actor
  readonly call: Call
  readonly holdings: Holdings
}

const refusalOf = async ({ target, actor, call, holdings }: Attempt, input: Fields, round: number) => {
  const ask = (fields: Fields, key: string) =>
    target.pool.send(
      callRequest(call, fields, {
        ...(actor.token !== undefined && { token: actor.token }),
        key: `rights-of-others-${key}-${round}`,
        headers: { [FORWARDED_FOR]: addressOf(round) },
      }),
    )
  const answer = await ask(input, 'foreign')
  const envelope = readEnvelope(answer)
  const about = `${actor.name} asks ${call.path} with ${JSON.stringify(input).slice(0, 200)}`
  if (!envelope) return [`${about}: ${describe(answer)}`]
  const isSeen = actor.right === 'none' && answer.body.includes(DEVICE_NAME)
  if (isSeen || answer.body.includes(SECRET)) return [`${about} and reads what is not theirs: ${describe(answer)}`]
  if (actor.token === undefined) {
    const isRefused = isOpenTo(call.access) || envelope.code === ErrorCode.LOGIN_TOKEN_INVALID
    return isRefused ? [] : [`${about} without a login: ${describe(answer)}`]
  }
  const other = readEnvelope(await ask(replaceIds(input, missing(holdings.ids)), 'missing'))
  const isSame = other?.code === envelope.code && other.msg === envelope.msg
  const holdsRight = actor.right !== 'none' && call.access.kind === 'device'
  const answersEach = rightsWithin.has(call.path) || call.path === sendCommand.path
  const isDone = envelope.code === ErrorCode.OK && call.method === 'POST' && !harmless.has(call.path)
  return [
    ...(isSame || holdsRight ? [] : [`${about}: ${describe(answer)}; a missing one: ${other?.code} ${other?.msg}`]),
    // With a right on the device, a refusal stands beside the device; what has changed, the tables tell.
    ...(isDone && !(holdsRight && answersEach) ? [`${about} and it is done: ${describe(answer)}`] : []),
  ]
}

/** Deleting what is not there, or not one's own, is answered alike and changes nothing; the other one only reads. */
const harmless: ReadonlySet<string> = new Set([deleteAppFile.path, getOrderCoupons.path])
