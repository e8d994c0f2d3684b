import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Gauge } from '@prometheus-io/client'
import type { Logger } from 'pino'
import { LISTED_PHONES, RESTORED_LIST } from '../backup/restored-mark.ts'
import { ConfigError, type PhonesConfig } from '../config/config.ts'
import type { AttachedPhones } from '../platform/attached-phones.ts'
import { resolveAddresses } from '../platform/host-addresses.ts'
import type { CallMetrics } from '../platform/metrics.ts'
import {
  createSuppliers,
  type FarmAddress,
  type PhoneAddress,
  type SupplierProblem,
  type Suppliers,
} from '../platform/supplier.ts'
import type { Closable } from '../shutdown.ts'
import { createVirtualPhoneProcess } from '../virtual-phone-process.ts'

interface PhoneConnectionDeps {
  readonly phones: PhonesConfig
  readonly dataDir: string
  readonly adbKey?: string | undefined
  /** The database has phones that customers of the original use, and the data folder the key that they let in. */
  readonly isDrill: boolean
  /** Phones that operators attached; they join those of the configuration. */
  readonly attached: AttachedPhones
  readonly log: Logger
}

export interface ConnectedPhones {
  readonly suppliers: Suppliers
  /** Zones with phones; undefined when any zone can be created. */
  readonly zoneCodes?: readonly string[]
  /** Starts background processes without waiting for them. */
  start(): void
  readonly parts: readonly Closable[]
}

const noop = (): void => undefined

const REMEDIES: Readonly<Record<SupplierProblem['problem'], string>> = {
  scrcpyServerMissing:
    "scrcpy's server is missing, real phones show no screen: start with a network, or name a copy with YUNJI_SCRCPY_SERVER (docs/settings.md)",
  phoneNotErased:
    'a returned phone is out of stock: remove what is left on it, or wipe it from outside (docs/real-phones.md)',
}

/** Suppliers of the configuration. Without phones all else works, and phones that are not attached cannot be seen. */
export const connectPhones = async (deps: PhoneConnectionDeps): Promise<ConnectedPhones> => {
  const connected = await connectSuppliers(deps)
  await logProblems(connected.suppliers, deps.log)
  return connected
}

export const logProblems = async (suppliers: Suppliers, log: Logger): Promise<void> => {
  for (const { supplierType, problem, detail } of await suppliers.findProblems()) {
    log.error({ supplierType, problem, detail }, REMEDIES[problem])
  }
}

/** `/metrics` names what `operator/getZoneHealth` names. */
export const addSupplierMetrics = ({ registry }: CallMetrics, suppliers: Suppliers): void =>
  void new Gauge({
    name: 'yunji_supplier_problem',
    help: 'Shortcomings of the phones of this process that an operator can mend',
    labelNames: ['supplier', 'problem'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { supplierType, problem } of await suppliers.findProblems()) {
        this.inc({ supplier: String(supplierType), problem })
      }
    },
  })

const connectSuppliers = async (deps: PhoneConnectionDeps): Promise<ConnectedPhones> => {
  const { phones, dataDir, log } = deps
  if (deps.isDrill) return { ...(await connectNothing(deps)), zoneCodes: [], start: noop }
  switch (phones.kind) {
    case 'none':
      return { ...(await connectAttached(deps)), zoneCodes: [], start: noop }
    case 'listed':
      return connectListed(deps, phones.list)
    case 'farm':
      return { ...(await connectFarm(deps, async () => phones.address)), start: noop }
    case 'virtual': {
      const farm = createVirtualPhoneProcess({ dataDir: join(dataDir, 'phones'), log })
      const connected = await connectFarm(deps, () => farm.address())
      const parts = [...connected.parts, { name: 'phones', close: () => farm.close() }]
      return { ...connected, parts, start: () => farm.start() }
    }
  }
}

/** Loaded by the programs that have phones: the drivers are the largest part of the server. */
const selfHosted = async ({ dataDir, adbKey }: PhoneConnectionDeps) => {
  const [{ createSelfHostedSupplier }, { createAttachedFarm, noFarm }, { loadPhoneKeys, parsePhoneKeys }] =
    await Promise.all([
      import('../adapters/suppliers/self-hosted/supplier.ts'),
      import('../adapters/suppliers/self-hosted/attached-farm.ts'),
      import('@yunji/phone-driver/keys'),
    ])
  const parse = (text: string) => {
    try {
      return parsePhoneKeys(text)
    } catch {
      throw new ConfigError('YUNJI_ADB_KEY: is not an RSA key of 2048 bits, as PEM or as base64 of PKCS #8')
    }
  }
  const keys = adbKey ? parse(adbKey) : await loadPhoneKeys(join(dataDir, 'adb'))
  return { createSelfHostedSupplier, createAttachedFarm, noFarm, keys }
}

/** Whatever the settings and the database name: phones cannot be seen from here, and no address is ever connected to. */
const connectNothing = async (deps: PhoneConnectionDeps) => {
  const { createSelfHostedSupplier, noFarm, keys } = await selfHosted(deps)
  const {
    probe: _probe,
    isUp: _isUp,
    ...unconnected
  } = createSelfHostedSupplier({
    farm: noFarm,
    keys,
    log: logOf(deps),
  })
  return withSuppliers([unconnected])
}

const connectAttached = async (deps: PhoneConnectionDeps) => {
  const { attached } = deps
  const { createSelfHostedSupplier, createAttachedFarm, noFarm, keys } = await selfHosted(deps)
  const farm = createAttachedFarm(attached, noFarm)
  const hasRealPhones = () => attached.isAny()
  return withSuppliers([createSelfHostedSupplier({ farm, keys, log: logOf(deps), hasRealPhones })])
}

const connectFarm = async (deps: PhoneConnectionDeps, control: () => Promise<FarmAddress>) => {
  const { createHttpFarm } = await import('../adapters/suppliers/self-hosted/http-farm.ts')
  const { createSelfHostedSupplier, createAttachedFarm, keys } = await selfHosted(deps)
  const made = createHttpFarm({
    control,
    authorisedKeys: [keys, ...(keys.older ?? [])].map(({ publicKey }) => publicKey),
  })
  const farm = createAttachedFarm(deps.attached, made)
  return withSuppliers([createSelfHostedSupplier({ farm, keys, log: logOf(deps) })])
}

const connectListed = async (deps: PhoneConnectionDeps, list: string): Promise<ConnectedPhones> => {
  const { createListedPhones, listFreePhones, parseListedPhones } = await import(
    '../adapters/suppliers/self-hosted/listed-phones.ts'
  )
  const { createSelfHostedSupplier, createAttachedFarm, keys } = await selfHosted(deps)
  const phones = parseListedPhones(list)
  const claims = join(deps.dataDir, LISTED_PHONES)
  const restored = join(deps.dataDir, RESTORED_LIST)
  const unknown = existsSync(restored) ? await listFreePhones(phones, claims) : []
  if (unknown.length > 0) {
    throw new ConfigError(
      `customers may have used ${unknown.join(', ')} since the restored backup was made: erase each of them ` +
        `(npm run phone:probe -- <address> --erase), then delete ${restored}`,
    )
  }
  const listed = createListedPhones(await leaveOutAttached(deps, phones), claims)
  const farm = createAttachedFarm(deps.attached, listed)
  const hasRealPhones = async () => true
  const connected = withSuppliers([createSelfHostedSupplier({ farm, keys, log: logOf(deps), hasRealPhones })])
  return { ...connected, zoneCodes: [...new Set(phones.map(({ zoneCode }) => zoneCode))], start: noop }
}

/** Phones of the list that no operator has attached: one phone in both would be given to two customers. */
export const leaveOutAttached = async <Phone extends PhoneAddress>(
  { attached, log }: { readonly attached: Pick<AttachedPhones, 'listAddresses'>; readonly log: Logger },
  phones: readonly Phone[],
): Promise<Phone[]> => {
  const addresses = await attached.listAddresses()
  const kept: Phone[] = []
  for (const phone of phones) {
    const { host, port } = phone
    const resolved = await resolveAddresses(host).catch((error: unknown) => {
      log.warn({ err: error, host, port }, 'name of a listed phone not resolved: not compared with attached phones')
      return [] as string[]
    })
    const isAttached = addresses.some((other) => other.port === port && resolved.includes(other.host))
    if (isAttached)
      log.error({ host, port }, 'listed phone left out, it is attached in the console: remove it from YUNJI_PHONES')
    else kept.push(phone)
  }
  return kept
}

const logOf =
  ({ log }: PhoneConnectionDeps) =>
  (text: string): void =>
    log.debug(text)

const withSuppliers = (list: Parameters<typeof createSuppliers>[0]) => {
  const suppliers = createSuppliers(list)
  return { suppliers, parts: [{ name: 'suppliers', close: () => suppliers.close() }] as readonly Closable[] }
}
