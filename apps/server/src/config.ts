import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { providerSettings, readProviders } from './config-providers.ts'
import type { FarmAddress } from './platform/farm.ts'

const switchOn = z.enum(['0', '1']).optional()
const wholeNumber = (fallback: number, maximum: number) => z.coerce.number().int().min(0).max(maximum).default(fallback)
const commaList = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))

const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(8080, 65_535),
  HOST: z.string().optional(),
  YUNJI_DATA_DIR: z.string().default('.data'),
  YUNJI_TLS: z.enum(['self']).optional(),
  YUNJI_EMBEDDED: switchOn,
  YUNJI_DEMO: switchOn,
  YUNJI_CLIENT: z.enum(['none']).optional(),
  YUNJI_PHONES: z.string().optional(),
  YUNJI_FARM_SECRET: z.string().default(''),
  YUNJI_SIGNING_KEY: z.string().min(32).optional(),
  YUNJI_OPERATOR_TOKEN: z.string().min(32).optional(),
  YUNJI_DRAIN_SECONDS: wholeNumber(0, 60),
  YUNJI_CALLS_PER_MINUTE: wholeNumber(3000, 100_000_000),
  YUNJI_METRICS_TOKEN: z.string().min(32).optional(),
  YUNJI_API_DOCS: switchOn,
  DATABASE_URL: z.url().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  PUBLIC_ORIGINS: commaList,
  PUBLIC_HOSTS: commaList,
  TRUSTED_PROXIES: commaList,
  ...providerSettings,
})

export type Config = ReturnType<typeof readConfig>

/** Reads the environment once. A wrong value stops the start with a sentence that names it. */
export const readConfig = (env: NodeJS.ProcessEnv) => {
  const parsed = environment.safeParse(dropEmpty(env))
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: ['?'], message: '' }
    throw new ConfigError(`${path.join('.')}: ${message}`)
  }
  const values = parsed.data
  const isProduction = values.NODE_ENV === 'production'
  if (isProduction && !values.DATABASE_URL && values.YUNJI_EMBEDDED !== '1') {
    throw new ConfigError('NODE_ENV=production needs DATABASE_URL (YUNJI_EMBEDDED=1 allows the embedded database)')
  }
  const isVirtual = values.YUNJI_PHONES === 'virtual'
  if (isProduction && isVirtual && values.YUNJI_EMBEDDED !== '1') {
    throw new ConfigError('YUNJI_PHONES=virtual is for trying it out (YUNJI_EMBEDDED=1 allows it in production)')
  }
  const dataDir = resolve(values.YUNJI_DATA_DIR)
  const isTls = values.YUNJI_TLS === 'self'
  return {
    port: values.PORT,
    // The demo account is known to everyone, so the network sees it only when it is asked for.
    host: values.HOST ?? (isTls ? '0.0.0.0' : '127.0.0.1'),
    isTls,
    dataDir,
    /** Not where something else serves the client: a development server, a CDN. */
    servesClient: values.YUNJI_CLIENT !== 'none',
    databaseUrl: values.DATABASE_URL,
    phones: readPhones(values.YUNJI_PHONES ?? (isProduction ? 'none' : 'virtual'), values.YUNJI_FARM_SECRET),
    /** Shared by all processes that sign addresses; each data folder keeps one of its own when absent. */
    signingKey: values.YUNJI_SIGNING_KEY,
    /** Whoever sends it is an operator; nobody is when absent. */
    operatorToken: values.YUNJI_OPERATOR_TOKEN,
    providers: readProviders(values, !isProduction || values.YUNJI_EMBEDDED === '1'),
    isDemo: values.YUNJI_DEMO ? values.YUNJI_DEMO === '1' : !isProduction,
    drainSeconds: values.YUNJI_DRAIN_SECONDS,
    callsPerMinute: values.YUNJI_CALLS_PER_MINUTE,
    publicOrigins: values.PUBLIC_ORIGINS,
    ownHosts: ownHostsOf(values),
    /** Nobody reads the metrics when absent. */
    metricsToken: values.YUNJI_METRICS_TOKEN,
    hasApiPages: values.YUNJI_API_DOCS ? values.YUNJI_API_DOCS === '1' : !isProduction,
    trustedProxies: values.TRUSTED_PROXIES,
    logLevel: values.LOG_LEVEL,
    /** Production logs go to standard output, for whoever collects them. */
    logFile: isProduction ? undefined : join(dataDir, 'server.log'),
  }
}

/** Names under which people, providers and other parts of the platform reach this process. */
const ownHostsOf = (values: z.output<typeof environment>): string[] => {
  const machine = hostname()
  const urls = [...values.PUBLIC_ORIGINS, values.PAY_PUBLIC_URL ?? '']
  const named = urls.flatMap((url) => URL.parse(url)?.hostname ?? [])
  return [...named, ...values.PUBLIC_HOSTS, ...(values.HOST ? [values.HOST] : []), machine, `${machine}.local`]
}

/** Where phones come from: the virtual ones of this machine, a farm elsewhere, addresses in a list, or nowhere. */
export type PhonesConfig =
  | { readonly kind: 'none' | 'virtual' }
  | { readonly kind: 'farm'; readonly address: FarmAddress }
  | { readonly kind: 'listed'; readonly list: string }

const readPhones = (text: string, secret: string): PhonesConfig => {
  if (text === 'none' || text === 'virtual') return { kind: text }
  if (/^https?:\/\//.test(text)) return { kind: 'farm', address: { url: text, secret } }
  if (text.includes('=')) return { kind: 'listed', list: text }
  throw new ConfigError('YUNJI_PHONES: expected none, virtual, http://host:port or zone=host:port,…')
}

export { ConfigError }

const dropEmpty = (env: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
