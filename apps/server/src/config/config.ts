import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { FarmAddress } from '../platform/supplier.ts'
import { readSigningKeys } from './keys.ts'
import { assertKnownNames, ConfigError } from './names.ts'
import { objectStoreSettings, readObjectStore } from './object-store.ts'
import { endpointSettings, providerSettings, readProviders, realProvidersOf } from './providers.ts'
import { assertEncrypted, decideStandIns, warningsOf } from './safety.ts'

const switchOn = z.enum(['0', '1']).optional()
const wholeNumber = (fallback: number, maximum: number) => z.coerce.number().int().min(0).max(maximum).default(fallback)
const commaList = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))

const isHostName = (text: string): boolean => URL.parse(`https://${text}/`)?.hostname === text && text.includes('.')

/** Exactly as a content security policy names it: without a query, which it would not look at. */
const isScriptUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url?.href === text && url.protocol === 'https:' && !/[?#;'@\s]/.test(text)
}

const isOrigin = (text: string): boolean => URL.parse(text)?.origin === text

/** Every setting of the server; described in `docs/settings.md`. */
export const environment = z.object({
  /** Other values are refused: a misspelt `production` would run as a trial. */
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  PORT: wholeNumber(8080, 65_535),
  HOST: z.string().optional(),
  YUNJI_DATA_DIR: z.string().default('.data'),
  YUNJI_TLS: z.enum(['self']).optional(),
  YUNJI_EMBEDDED: switchOn,
  YUNJI_DEMO: switchOn,
  YUNJI_CLIENT: z.enum(['none']).optional(),
  YUNJI_SERVICE_WORKER: z.enum(['none']).optional(),
  YUNJI_PHONES: z.string().optional(),
  YUNJI_ATTACH_LOOPBACK: switchOn,
  YUNJI_FARM_SECRET: z.string().min(16).optional(),
  YUNJI_SIGNING_KEY: z.string().min(32).optional(),
  YUNJI_SIGNING_KEYS: commaList,
  YUNJI_ADB_KEY: z.string().optional(),
  YUNJI_OPERATOR_TOKEN: z.string().min(32).optional(),
  YUNJI_FOUR_EYES_CENTS: wholeNumber(200_00, 100_000_000),
  YUNJI_DRAIN_SECONDS: wholeNumber(0, 60),
  YUNJI_CALLS_PER_MINUTE: wholeNumber(3000, 100_000_000),
  YUNJI_METRICS_TOKEN: z.string().min(32).optional(),
  YUNJI_API_DOCS: switchOn,
  DATABASE_URL: z.url().optional(),
  YUNJI_DATABASE_WAIT_SECONDS: wholeNumber(120, 3600),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  PUBLIC_ORIGINS: commaList.refine((origins) => origins.every(isOrigin), 'expected origins: https://host,…'),
  PUBLIC_HOSTS: commaList,
  TRUSTED_PROXIES: commaList,
  YUNJI_EXTERNAL_SECRET: z.string().min(32).max(256).optional(),
  YUNJI_OPERATOR_NAME: z.string().max(64).optional(),
  YUNJI_OPERATOR_CONTACT: z.string().max(128).optional(),
  YUNJI_OPERATOR_ADDRESS: z.string().max(128).optional(),
  YUNJI_LINK_HOSTS: commaList.refine((hosts) => hosts.every(isHostName), 'expected host names: example.com,…'),
  YUNJI_EXTERNAL_SCRIPTS: commaList.refine((urls) => urls.every(isScriptUrl), 'expected https://host/script.js,…'),
  ...objectStoreSettings,
  ...providerSettings,
})

type Values = z.output<typeof environment>

export type Config = ReturnType<typeof readConfig>

/** Program that reads the settings: the whole product, or a gateway beside the phones. */
type Entry = 'server' | 'gateway'

const readValues = (env: NodeJS.ProcessEnv): Values => {
  assertKnownNames(env, Object.keys(environment.shape))
  const parsed = environment.safeParse(dropEmpty(env))
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: ['?'], message: '' }
  throw new ConfigError(`${path.join('.')}: ${message}`)
}

const factsOf = (values: Values, entry: Entry) => {
  const isTls = values.YUNJI_TLS === 'self'
  return {
    ...realProvidersOf(values),
    isProduction: values.NODE_ENV === 'production',
    embedded: values.YUNJI_EMBEDDED,
    demo: values.YUNJI_DEMO,
    // The demo account's password is public, so listening beyond this machine is opt-in.
    host: values.HOST ?? (isTls ? '0.0.0.0' : '127.0.0.1'),
    isTls,
    databaseUrl: values.DATABASE_URL,
    publicOrigins: values.PUBLIC_ORIGINS,
    publicHosts: values.PUBLIC_HOSTS,
    trustedProxies: values.TRUSTED_PROXIES,
    payPublicUrl: values.PAY_PUBLIC_URL,
    hasSigningKey: readSigningKeys(values).length > 0,
    phones: values.YUNJI_PHONES,
    isGateway: entry === 'gateway',
  }
}

/** Reads the environment once. A wrong value stops the start with a message that names it. */
export const readConfig = (env: NodeJS.ProcessEnv, entry: Entry = 'server') => {
  const values = readValues(env)
  const isProduction = values.NODE_ENV === 'production'
  for (const name of endpointSettings) assertEncrypted(name, values[name], isProduction)
  const facts = factsOf(values, entry)
  const { host, isTls } = facts
  const { mayStandIn, isDemo, hasVirtualPhones, isLanOnly } = decideStandIns(facts)
  const dataDir = resolve(values.YUNJI_DATA_DIR)
  return {
    isProduction,
    port: values.PORT,
    host,
    isTls,
    /** Connections from other networks are closed. */
    isLanOnly,
    dataDir,
    /** False where something else serves the client: a development server, a CDN. */
    servesClient: values.YUNJI_CLIENT !== 'none',
    hasServiceWorker: values.YUNJI_SERVICE_WORKER !== 'none',
    databaseUrl: values.DATABASE_URL,
    databaseWaitSeconds: values.YUNJI_DATABASE_WAIT_SECONDS,
    /** Undefined: files of the data folder. */
    s3: readObjectStore(values, isProduction),
    phones: readPhones(values, hasVirtualPhones),
    /** Operators may attach phones at addresses of this machine, where the platform's own services listen too. */
    mayAttachLoopback: values.YUNJI_ATTACH_LOOPBACK ? values.YUNJI_ATTACH_LOOPBACK === '1' : mayStandIn,
    /** Shared by all processes; the first one signs. When empty, each data folder generates its own. */
    signingKeys: readSigningKeys(values),
    /** Identity of this installation towards phones; each data folder generates its own when absent. */
    adbKey: values.YUNJI_ADB_KEY,
    /** Token that identifies operators; without it no caller is one. */
    operatorToken: values.YUNJI_OPERATOR_TOKEN,
    /** One operator refunds this much in 24 hours alone. */
    fourEyesCents: values.YUNJI_FOUR_EYES_CENTS,
    /** Scripts of other sites that the client loads. */
    externalScripts: values.YUNJI_EXTERNAL_SCRIPTS,
    /** Agreements and activities: facts that their texts name, and hosts that they may link to. */
    content: {
      operatorFacts: {
        operatorName: values.YUNJI_OPERATOR_NAME,
        contact: values.YUNJI_OPERATOR_CONTACT,
        address: values.YUNJI_OPERATOR_ADDRESS,
      },
      linkHosts: values.YUNJI_LINK_HOSTS,
      externalSecret: values.YUNJI_EXTERNAL_SECRET,
    },
    /** Stand-ins run by default, without a setting. */
    isTrialByDefault: mayStandIn && values.YUNJI_EMBEDDED === undefined,
    providers: readProviders(values, mayStandIn),
    /** The setting that names each real provider. */
    realProviders: facts.realProviders,
    isDemo,
    drainSeconds: values.YUNJI_DRAIN_SECONDS,
    callsPerMinute: values.YUNJI_CALLS_PER_MINUTE,
    publicOrigins: values.PUBLIC_ORIGINS,
    ownHosts: allowedHostsOf(values),
    /** Metrics are not served when absent. */
    metricsToken: values.YUNJI_METRICS_TOKEN,
    hasApiPages: values.YUNJI_API_DOCS ? values.YUNJI_API_DOCS === '1' : !isProduction,
    trustedProxies: values.TRUSTED_PROXIES,
    logLevel: values.LOG_LEVEL,
    /** Production logs go to standard output, for the log collector. */
    logFile: isProduction ? undefined : join(dataDir, 'server.log'),
    /** Logged as soon as the log is open. */
    warnings: warningsOf(facts),
  }
}

/** Host names under which people, providers and other parts of the platform reach this process. */
const allowedHostsOf = (values: Values): string[] => {
  const machine = hostname()
  const urls = [...values.PUBLIC_ORIGINS, values.PAY_PUBLIC_URL ?? '']
  const named = urls.flatMap((url) => URL.parse(url)?.hostname ?? [])
  return [...named, ...values.PUBLIC_HOSTS, ...(values.HOST ? [values.HOST] : []), machine, `${machine}.local`]
}

/** Storage settings, for commands that serve no requests. */
export const readStorageConfig = (env: NodeJS.ProcessEnv) => {
  const values = readValues(env)
  return {
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(values.YUNJI_DATA_DIR),
    signingKeys: readSigningKeys(values),
    s3: readObjectStore(values, values.NODE_ENV === 'production'),
  }
}

/** Source of phones: the virtual ones of this machine, a remote farm, a list of addresses, or none. */
export type PhonesConfig =
  | { readonly kind: 'none' | 'virtual' }
  | { readonly kind: 'farm'; readonly address: FarmAddress }
  | { readonly kind: 'listed'; readonly list: string }

const readPhones = (values: Values, hasVirtualPhones: boolean): PhonesConfig => {
  const { YUNJI_PHONES: text, YUNJI_FARM_SECRET: secret } = values
  if (text === undefined || text === 'none' || text === 'virtual')
    return { kind: hasVirtualPhones ? 'virtual' : 'none' }
  if (/^https?:\/\//.test(text)) {
    assertEncrypted('YUNJI_PHONES', text, values.NODE_ENV === 'production')
    if (!secret) throw new ConfigError('YUNJI_FARM_SECRET: missing: whoever reaches the farm would own its phones')
    return { kind: 'farm', address: { url: text, secret } }
  }
  if (text.includes('=')) return { kind: 'listed', list: text }
  throw new ConfigError('YUNJI_PHONES: expected none, virtual, https://host:port or zone=host:port,…')
}

export { ConfigError }

const dropEmpty = (env: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
