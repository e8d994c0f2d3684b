import { join } from 'node:path'
import type { Logger } from 'pino'
import { ConfigError, type PhonesConfig } from '../config/config.ts'
import type { FarmAddress } from '../platform/supplier.ts'
import { createSuppliers, type Suppliers } from '../platform/supplier.ts'
import type { Closable } from '../shutdown.ts'
import { createVirtualPhoneProcess } from '../virtual-phone-process.ts'

interface PhoneConnectionDeps {
  readonly phones: PhonesConfig
  readonly dataDir: string
  readonly adbKey?: string | undefined
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

/** Suppliers of the configuration. Without phones all else works, and phone calls report that none is reachable. */
export const connectPhones = async (deps: PhoneConnectionDeps): Promise<ConnectedPhones> => {
  const { phones, dataDir, log } = deps
  switch (phones.kind) {
    case 'none':
      return { suppliers: createSuppliers([]), zoneCodes: [], start: noop, parts: [] }
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

/** Loaded only with phones: the drivers are the largest part of the server. */
const selfHosted = async ({ dataDir, adbKey }: PhoneConnectionDeps) => {
  const [{ createSelfHostedSupplier }, { loadPhoneKeys, parsePhoneKeys }] = await Promise.all([
    import('../adapters/suppliers/self-hosted/supplier.ts'),
    import('@yunji/phone-driver/keys'),
  ])
  const parse = (text: string) => {
    try {
      return parsePhoneKeys(text)
    } catch {
      throw new ConfigError('YUNJI_ADB_KEY: is not an RSA key of 2048 bits, as PEM or as base64 of PKCS #8')
    }
  }
  return { createSelfHostedSupplier, keys: adbKey ? parse(adbKey) : await loadPhoneKeys(join(dataDir, 'adb')) }
}

const connectFarm = async (deps: PhoneConnectionDeps, control: () => Promise<FarmAddress>) => {
  const { createHttpFarm } = await import('../adapters/suppliers/self-hosted/http-farm.ts')
  const { createSelfHostedSupplier, keys } = await selfHosted(deps)
  const farm = createHttpFarm({
    control,
    authorisedKeys: [keys, ...(keys.older ?? [])].map(({ publicKey }) => publicKey),
  })
  return withSuppliers([createSelfHostedSupplier({ farm, keys, log: logOf(deps) })])
}

const connectListed = async (deps: PhoneConnectionDeps, list: string): Promise<ConnectedPhones> => {
  const { createListedPhones, parseListedPhones } = await import('../adapters/suppliers/self-hosted/listed-phones.ts')
  const { createSelfHostedSupplier, keys } = await selfHosted(deps)
  const phones = parseListedPhones(list)
  const farm = createListedPhones(phones, join(deps.dataDir, 'listed-phones.json'))
  const connected = withSuppliers([createSelfHostedSupplier({ farm, keys, log: logOf(deps) })])
  return { ...connected, zoneCodes: [...new Set(phones.map(({ zoneCode }) => zoneCode))], start: noop }
}

const logOf =
  ({ log }: PhoneConnectionDeps) =>
  (text: string): void =>
    log.debug(text)

const withSuppliers = (list: Parameters<typeof createSuppliers>[0]) => {
  const suppliers = createSuppliers(list)
  return { suppliers, parts: [{ name: 'suppliers', close: () => suppliers.close() }] as readonly Closable[] }
}
