import * as calls from '@yunji/contract/operator/zone-calls'
import type { CallData } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { isLoopbackHost } from '../../../platform/local-address.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import {
  countAttached,
  findStock,
  findZone,
  hasConfiguration,
  insertZone,
  listZones,
  lockStock,
  lockZone,
  setCapacity,
  updateZone,
} from './store.ts'

interface ZoneDeps {
  readonly database: Database
  readonly clock: Clock
  /** Development: gateways on this machine need no TLS. */
  readonly mayAttachLoopback: boolean
}

const refuse = (text: string) => new AppError('SHOW_ERROR_TIP', { text })

/** Tickets of every screen of the zone go to its gateway: only an owner names one, and none without TLS. */
const assertGateway = (
  { mayAttachLoopback }: Pick<ZoneDeps, 'mayAttachLoopback'>,
  { rights }: Operator,
  gatewayUrl: string,
): void => {
  if (!rights.includes('settings.write')) throw new AppError('NO_PERMISSION', { data: { right: 'settings.write' } })
  if (gatewayUrl === '') return
  const { protocol, hostname = '' } = URL.parse(gatewayUrl) ?? {}
  if (protocol === 'wss:' || (protocol === 'ws:' && mayAttachLoopback && isLoopbackHost(hostname))) return
  throw new AppError('BAD_INPUT', { text: '网关地址必须以 wss:// 开头' })
}

const auditedZone = async (tx: Parameters<typeof findZone>[0], zoneId: number): Promise<unknown> => {
  const zone = await findZone(tx, zoneId)
  if (!zone) return undefined
  const { code, name, gatewayUrl, position, isOpen } = zone
  return { code, name, gatewayUrl: gatewayUrl ?? '', position, isOpen }
}

const readZones = async ({ database: { db } }: ZoneDeps): Promise<CallData<typeof calls.getZones>> => {
  const { zones, stock, rented, kept, attached } = await listZones(db)
  type Counted = { readonly zoneId: number | null; readonly configId: number | null; readonly total: number }
  const keyOf = (zoneId: number | null, configId: number | null): string => `${zoneId} ${configId}`
  const byPlace = (counts: readonly Counted[]): ReadonlyMap<string, number> =>
    new Map(counts.map(({ zoneId, configId, total }) => [keyOf(zoneId, configId), total]))
  const [keptOf, attachedOf] = [byPlace(kept), byPlace(attached)]
  const devicesOf = new Map(rented.map(({ zoneId, total }) => [zoneId, total]))
  const stockOf = Map.groupBy(stock, ({ stock: { zoneId } }) => zoneId)
  return {
    records: zones.map(({ id: zoneId, code, name, gatewayUrl, position, isOpen }) => ({
      zoneId,
      code,
      name,
      gatewayUrl: gatewayUrl ?? '',
      position,
      isOpen,
      devices: devicesOf.get(zoneId) ?? 0,
      stock: (stockOf.get(zoneId) ?? []).map(({ stock: row, configuration, goodName }) => ({
        configId: row.configId,
        configName: `${goodName} ${configuration.cpuCores} 核 ${configuration.memoryGb} GB ${configuration.storageGb} GB · ${configuration.version}`,
        supplierType: configuration.supplierType,
        capacity: row.capacity,
        free: Math.max(0, row.capacity - row.reserved - row.rented),
        reserved: row.reserved,
        rented: row.rented,
        quarantined: keptOf.get(keyOf(zoneId, row.configId)) ?? 0,
        attached: attachedOf.get(keyOf(zoneId, row.configId)) ?? 0,
        leaving: row.leaving,
      })),
    })),
  }
}

/** Zones and their stock, for operators. */
export const zoneRoutes = (deps: ZoneDeps): Binding[] => [
  bind(calls.getZones, () => readZones(deps)),
  bindAudited(
    deps,
    calls.createZone,
    {
      subject: (_input, { zoneId }) => `zone:${zoneId}`,
      read: async (tx, _input, data) => data && auditedZone(tx, data.zoneId),
    },
    async ({ database: { db }, clock, mayAttachLoopback }, { gatewayUrl, ...zone }, { operator }) => {
      if (gatewayUrl !== '') assertGateway({ mayAttachLoopback }, operator, gatewayUrl)
      const zoneId = await insertZone(db, { ...zone, gatewayUrl: gatewayUrl || null, createdAt: clock.now() })
      if (zoneId === undefined) throw refuse('这个代码已经有机房在用')
      return { zoneId }
    },
  ),
  bindAudited(
    deps,
    calls.updateZone,
    { subject: ({ zoneId }) => `zone:${zoneId}`, read: (tx, { zoneId }) => auditedZone(tx, zoneId) },
    async ({ database: { db }, mayAttachLoopback }, { zoneId, gatewayUrl, ...zone }, { operator }) => {
      const before = await lockZone(db, zoneId)
      if (!before) throw new AppError('NOT_FOUND', { text: '没有这个机房' })
      const isChanged = gatewayUrl !== undefined && gatewayUrl !== (before.gatewayUrl ?? '')
      if (isChanged) assertGateway({ mayAttachLoopback }, operator, gatewayUrl)
      await updateZone(db, zoneId, { ...zone, ...(isChanged && { gatewayUrl: gatewayUrl || null }) })
      return null
    },
  ),
  bindAudited(
    deps,
    calls.setZoneStock,
    {
      subject: ({ zoneId, configId }) => `stock:${zoneId}/${configId}`,
      read: async (tx, { zoneId, configId }) => {
        const stock = await findStock(tx, zoneId, configId)
        return stock && { capacity: stock.capacity, reserved: stock.reserved, rented: stock.rented }
      },
    },
    async ({ database: { db } }, { zoneId, configId, seenCapacity, capacity }) => {
      if (!(await findZone(db, zoneId))) throw new AppError('NOT_FOUND', { text: '没有这个机房' })
      if (!(await hasConfiguration(db, configId))) throw new AppError('NOT_FOUND', { text: '没有这个配置' })
      const stock = await lockStock(db, zoneId, configId)
      if (stock.capacity !== seenCapacity) throw refuse(`库存刚刚变为 ${stock.capacity} 台，请核对后再设置`)
      const attached = await countAttached(db, zoneId, configId)
      if (capacity < attached) throw refuse(`其中有 ${attached} 台按地址接入的云手机，请在「自营云手机」里停止出租`)
      const held = stock.reserved + stock.rented + stock.leaving
      if (capacity < held) throw refuse(`已有 ${held} 台被订单占用、租用或待退出，库存不能少于这个数`)
      await setCapacity(db, zoneId, configId, capacity)
      return null
    },
  ),
]
