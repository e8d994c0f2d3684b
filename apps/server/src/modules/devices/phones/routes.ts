import { maskPhone } from '@yunji/contract/display/text'
import * as calls from '@yunji/contract/operator/phone-calls'
import { formatHostAndPort, type PhoneRecord } from '@yunji/contract/operator/phones'
import { AppError } from '../../../platform/errors.ts'
import { bindAudited, bindSelfAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { keysetPage, PAGE_ROWS, placeOf } from '../../../platform/keyset.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import type { goodsConfigurations } from '../../../tables/catalogue.ts'
import {
  attachPhone,
  detachPhone,
  drainPhone,
  type PhoneDeps,
  probePhone,
  stateOf,
  stockPhone,
} from './manage-phones.ts'
import { findListed, type ListedPhone, listPhones, listPlaces } from './store.ts'

type Configuration = typeof goodsConfigurations.$inferSelect

const nameOf = (goodName: string, { cpuCores, memoryGb, storageGb, version }: Configuration): string =>
  `${goodName} ${cpuCores} 核 ${memoryGb} GB ${storageGb} GB · ${version}`

const recordOf =
  ({ rights }: Operator) =>
  ({
    id,
    phone,
    state,
    zoneName,
    goodName,
    configuration,
    deviceId,
    ownerId,
    mobilePhone,
  }: ListedPhone): PhoneRecord => ({
    attachedPhoneId: id,
    address: formatHostAndPort(phone),
    note: phone.note,
    state,
    stockState: phone.stockState,
    zoneId: phone.zoneId,
    zoneName: zoneName ?? '',
    configId: phone.configId,
    configName: configuration && goodName ? nameOf(goodName, configuration) : '',
    probe: phone.probe,
    unreachableSince: phone.unreachableSince?.getTime() ?? null,
    attachedAt: phone.attachedAt.getTime(),
    deviceId,
    renter:
      ownerId !== null && rights.includes('users.read')
        ? { userId: ownerId, maskedPhone: maskPhone(mobilePhone ?? '') }
        : null,
  })

const ofPhone = {
  subject: ({ attachedPhoneId }: { readonly attachedPhoneId: number }) => `attachedPhone:${attachedPhoneId}`,
  read: (tx: Parameters<typeof stateOf>[0], { attachedPhoneId }: { readonly attachedPhoneId: number }) =>
    stateOf(tx, attachedPhoneId),
}

/** Attached phones of the self-hosted supplier. Probes run outside of transactions: a phone may take its time. */
export const phoneRoutes = (deps: PhoneDeps): Binding[] => {
  const { db } = deps.database
  return [
    bind(calls.getPhones, async ({ cursor, ...filter }, { operator }) =>
      keysetPage(
        await listPhones(db, filter, placeOf(cursor, false)?.id, PAGE_ROWS + 1),
        PAGE_ROWS,
        recordOf(operator),
      ),
    ),
    bind(calls.getPhone, async ({ attachedPhoneId }, { operator }) => {
      const found = await findListed(db, attachedPhoneId)
      if (!found) throw new AppError('NOT_FOUND', { text: '没有这台云手机，它可能已被移除' })
      return recordOf(operator)(found)
    }),
    bind(calls.getStockPlaces, async () => {
      const { zones, configurations } = await listPlaces(db)
      return {
        zones,
        configurations: configurations.map(({ configuration, goodName }) => ({
          configId: configuration.id,
          name: nameOf(goodName, configuration),
          version: configuration.version,
          storageGb: configuration.storageGb,
        })),
      }
    }),
    bindSelfAudited(deps.clock, calls.attachPhone, (input, _context, addAudit) => attachPhone(deps, input, addAudit)),
    bindSelfAudited(deps.clock, calls.probePhone, ({ attachedPhoneId }, _context, addAudit) =>
      probePhone(deps, attachedPhoneId, addAudit),
    ),
    bindSelfAudited(deps.clock, calls.stockPhone, async (input, _context, addAudit) => {
      await stockPhone(deps, input, addAudit)
      return null
    }),
    bindAudited(deps, calls.drainPhone, ofPhone, async (joined, { attachedPhoneId, isDraining }) => {
      await drainPhone(joined, attachedPhoneId, isDraining)
      return null
    }),
    bindAudited(deps, calls.detachPhone, ofPhone, async (joined, { attachedPhoneId }) => {
      await detachPhone(joined, attachedPhoneId)
      return null
    }),
  ]
}
