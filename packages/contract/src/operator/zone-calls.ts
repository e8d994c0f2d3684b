import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { count, noInput, positiveId, replacing } from '../wire/fields.ts'

const MOST_UNITS = 1_000_000

const stockRecord = z.object({
  configId: positiveId,
  configName: z.string(),
  supplierType: z.int(),
  /** Units in all: free, held by unpaid orders, and rented or kept after a replacement. */
  capacity: count,
  free: count,
  reserved: count,
  rented: count,
  /** Of the rented ones, phones kept after a replacement. */
  quarantined: count,
  /** Attached phones among the units. */
  attached: count,
  /** Units that leave as soon as they are free. */
  leaving: count,
})

/** Tickets of screens go to it: `wss://`, in development also `ws://` to this machine. */
const gatewayUrl = z
  .string()
  .check(z.trim(), z.maxLength(200), z.regex(/^(?:|wss?:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?\/[\w./-]*)$/))

const zoneFields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  /** Smaller ones first. */
  position: z.int().check(z.minimum(0), z.maximum(100_000)),
}

export const getZones = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getZones',
  summary: '机房与库存：每个机房各配置的空闲、占用、租用和保留数量',
  access: access.operator('stock.read'),
  input: noInput,
  data: z.object({
    records: z.array(
      z.object({
        zoneId: positiveId,
        code: z.string(),
        name: z.string(),
        gatewayUrl: z.string(),
        position: count,
        /** Closed zones sell nothing; their devices go on. */
        isOpen: z.boolean(),
        devices: count,
        stock: z.array(stockRecord),
      }),
    ),
  }),
})

export const createZone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createZone',
  summary: '新建机房',
  access: access.operator('stock.write'),
  input: z.strictObject({
    code: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)),
    ...zoneFields,
    /** `wss://host/stream`; empty: the API itself. Every other value requires `settings.write`. */
    gatewayUrl,
  }),
  data: z.object({ zoneId: positiveId }),
})

export const updateZone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/updateZone',
  summary: '修改机房：名称、网关、顺序，开放或停止销售',
  access: access.operator('stock.write'),
  input: replacing({
    zoneId: positiveId,
    ...zoneFields,
    /** Absent: unchanged. A change requires `settings.write`. */
    gatewayUrl: z.optional(gatewayUrl),
    /** Absent: unchanged, so that a form opened earlier undoes no colleague's change. */
    isOpen: z.optional(z.boolean()),
  }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

export const setZoneStock = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setZoneStock',
  summary: '设置库存：一个机房里一种配置的总台数，不少于已占用、已租用和待退出的',
  access: access.operator('stock.write'),
  input: z.strictObject({
    zoneId: positiveId,
    configId: positiveId,
    /** Capacity that the operator saw; 0 without stock. Any other now: nothing is changed. */
    seenCapacity: count,
    capacity: z.int().check(z.minimum(0), z.maximum(MOST_UNITS)),
  }),
  data: z.null(),
})
