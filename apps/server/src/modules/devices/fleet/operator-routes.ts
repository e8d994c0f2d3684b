import { Gauge } from '@prometheus-io/client'
import * as calls from '@yunji/contract/operator/calls'
import { rebootDevices } from '@yunji/contract/operator/device-calls'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import type { CallMetrics } from '../../../platform/metrics.ts'
import { auditOfDevices } from '../../../platform/operators/audit.ts'
import { listZoneHealth, type ZoneHealth } from './list-zone-health.ts'
import { listQuarantined, restorePhone } from './quarantine-phone.ts'
import { findQuarantinedPhone } from './quarantine-store.ts'
import { rebootForOperator, replaceFaultyDevices } from './replace-faulty-devices.ts'
import type { CommandDeps } from './send-command.ts'
import { listRefusingPhones } from './zone-store.ts'

/** Actions reserved for an operator: zones that are broken as a whole, and replaced phones. */
export const phoneOperatorRoutes = (deps: CommandDeps): Binding[] => [
  bind(calls.getZoneHealth, async () => ({
    records: (await listZoneHealth(deps.database.db, deps.clock)).map(({ seenAt, ...zone }) => ({
      ...zone,
      seenAt: seenAt?.getTime() ?? null,
    })),
    problems: [...(await deps.suppliers.findProblems()), ...(await listRefusals(deps))],
  })),
  bindAudited(deps, calls.replaceFaultyDevices, auditOfDevices, (joined, { deviceIds }) =>
    replaceFaultyDevices(joined, deviceIds),
  ),
  bindAudited(deps, rebootDevices, auditOfDevices, (joined, { deviceIds }) => rebootForOperator(joined, deviceIds)),
  bind(calls.getQuarantinedPhones, (input, { operator }) => listQuarantined(deps)(operator, input)),
  bindAudited(
    deps,
    calls.restorePhone,
    {
      subject: ({ quarantineId }) => `quarantine:${quarantineId}`,
      read: async (tx, { quarantineId }) => {
        const kept = await findQuarantinedPhone(tx, quarantineId)
        return kept && { deviceId: kept.deviceId, keptPhoneId: kept.phoneId }
      },
    },
    async (joined, { quarantineId }) => {
      await restorePhone(joined)(quarantineId)
      return null
    },
  ),
]

const listRefusals = async ({ database: { db } }: Pick<CommandDeps, 'database'>) =>
  (await listRefusingPhones(db)).map(({ supplierType, phoneId }) => ({
    supplierType,
    problem: 'adbRefused' as const,
    detail: phoneId,
  }))

type MetricsDeps = Pick<CommandDeps, 'database' | 'clock'> & { readonly metrics: CallMetrics }

/** Read from the database at each scrape; the last figures stay while it is unavailable. */
export const addZoneMetrics = ({ database: { db }, clock, metrics: { registry } }: MetricsDeps): void => {
  let reading: Promise<ZoneHealth[]> | undefined
  const read = (): Promise<ZoneHealth[]> => {
    reading ??= listZoneHealth(db, clock).finally(() => (reading = undefined))
    return reading.catch(() => [])
  }
  const gauge = (name: string, help: string, valueOf: (zone: ZoneHealth) => number): void =>
    void new Gauge({
      name,
      help,
      labelNames: ['zone', 'supplier'],
      registers: [registry],
      async collect() {
        for (const zone of await read()) {
          this.set({ zone: zone.zoneCode, supplier: String(zone.supplierType) }, valueOf(zone))
        }
      },
    })
  gauge('yunji_zone_phones', 'Phones of a zone that people hold', ({ phones }) => phones)
  gauge('yunji_zone_faulty_phones', 'Of those, faulty or being replaced', ({ faulty }) => faulty)
  gauge('yunji_zone_refusing_phones', 'Of the faulty ones, those that refuse ADB', ({ refusing }) => refusing)
  gauge('yunji_zone_breaker_open', '1: faulty phones wait for a person (getZoneHealth)', ({ isBreakerOpen }) =>
    Number(isBreakerOpen),
  )
  gauge('yunji_zone_away', '1: no process has seen a phone of the zone lately', (zone) => Number(zone.isAway))
}
