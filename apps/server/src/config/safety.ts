import { isLoopbackHost } from '../platform/local-address.ts'
import { ConfigError } from './names.ts'

/** Settings that decide whether stand-ins may run. */
export interface SafetyFacts {
  readonly isProduction: boolean
  /** `YUNJI_EMBEDDED`: `1` allows stand-ins, `0` forbids them. */
  readonly embedded: '0' | '1' | undefined
  /** `YUNJI_DEMO`. */
  readonly demo: '0' | '1' | undefined
  readonly host: string
  readonly isTls: boolean
  readonly databaseUrl: string | undefined
  readonly publicOrigins: readonly string[]
  readonly publicHosts: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly payPublicUrl: string | undefined
  /** The setting that names each real provider: `ALIPAY_APP_ID`. */
  readonly realProviders: readonly string[]
  readonly hasRealPayments: boolean
  readonly hasSigningKey: boolean
  /** `YUNJI_PHONES`. */
  readonly phones: string | undefined
  /** A gateway process signs nothing. */
  readonly isGateway: boolean
}

const WORD = 'YUNJI_EMBEDDED=1 says that stand-ins are meant'

/**
 * Stand-ins (cashier, SMS inbox, WeChat authoriser, card reader, virtual phones, demo data) run by default on a local
 * address without any real provider, and elsewhere only by an explicit setting.
 */
export const decideStandIns = (facts: SafetyFacts) => {
  const { isProduction, embedded, hasRealPayments } = facts
  const mayStandIn = embedded === '1' || (embedded === undefined && !isProduction)
  if (mayStandIn && embedded !== '1') assertNothingReal(facts)
  if (!mayStandIn) assertWithoutStandIns(facts)
  assertProduction(facts)
  // By default no simulated phones and no demo account, whose password is public, beside real payments.
  const isTrial = mayStandIn && !isProduction && !hasRealPayments
  return {
    mayStandIn,
    isDemo: facts.demo === undefined ? isTrial : facts.demo === '1',
    hasVirtualPhones: facts.phones === undefined ? isTrial : facts.phones === 'virtual',
    /** A trial with its own certificate serves the private network only, wherever the machine is. */
    isLanOnly: mayStandIn && embedded !== '1' && !isLoopbackHost(facts.host),
  }
}

const assertNothingReal = (facts: SafetyFacts): void => {
  const found = realPartOf(facts)
  if (!found) return
  throw new ConfigError(
    `${found}, and the embedded stand-ins (cashier, SMS inbox, demo data) do not run beside that: ` +
      `set NODE_ENV=production; or ${WORD}`,
  )
}

const realPartOf = (facts: SafetyFacts): string | undefined => {
  const { host, isTls, databaseUrl, publicOrigins, publicHosts, trustedProxies, payPublicUrl, realProviders } = facts
  if (realProviders[0]) return `${realProviders[0]} names a real provider`
  if (payPublicUrl) return 'PAY_PUBLIC_URL is a public address'
  if (databaseUrl && !isLocalDatabase(databaseUrl)) return 'DATABASE_URL is a database outside of this machine'
  if (publicOrigins.some((origin) => !isLoopbackHost(URL.parse(origin)?.hostname ?? '')))
    return 'PUBLIC_ORIGINS is a public address'
  if (!publicHosts.every(isLoopbackHost)) return 'PUBLIC_HOSTS is a public address'
  if (trustedProxies.length > 0) return 'TRUSTED_PROXIES names a proxy that others come through'
  if (!isTls && !isLoopbackHost(host))
    return `HOST=${host} is open to others (YUNJI_TLS=self opens a trial to this network alone)`
  return undefined
}

/** As node-postgres reads it: `host` in the query overrides the URL's host. */
const isLocalDatabase = (databaseUrl: string): boolean => {
  const url = URL.parse(databaseUrl)
  const host = url?.searchParams.get('host') || url?.hostname || ''
  return decodeURIComponent(host).startsWith('/') || isLoopbackHost(host)
}

const assertWithoutStandIns = ({ isProduction, databaseUrl, phones, demo }: SafetyFacts): void => {
  const where = isProduction ? 'NODE_ENV=production' : 'YUNJI_EMBEDDED=0'
  if (!databaseUrl) throw new ConfigError(`${where} needs DATABASE_URL (YUNJI_EMBEDDED=1 allows the embedded database)`)
  if (phones === 'virtual') throw new ConfigError(`YUNJI_PHONES=virtual does not run with ${where}: ${WORD}`)
  if (demo === '1') throw new ConfigError(`YUNJI_DEMO=1 does not run with ${where}: unset YUNJI_DEMO`)
}

const assertProduction = ({ isProduction, isGateway, hasSigningKey, demo, publicOrigins }: SafetyFacts): void => {
  if (!isProduction) return
  if (demo === '1') throw new ConfigError('YUNJI_DEMO=1 does not run with NODE_ENV=production: unset YUNJI_DEMO')
  if (!hasSigningKey && !isGateway) {
    throw new ConfigError(
      'NODE_ENV=production needs YUNJI_SIGNING_KEY, the same for all processes and kept safe ' +
        '("openssl rand -base64 48" makes one)',
    )
  }
  const plain = publicOrigins.find((origin) => !origin.startsWith('https://'))
  if (plain) throw new ConfigError(`PUBLIC_ORIGINS: ${plain} is not https`)
}

/** An address that receives secrets must be https, except on this machine outside production. */
export const assertEncrypted = (name: string, url: string, isProduction: boolean): void => {
  const { protocol = '', hostname = '' } = URL.parse(url) ?? {}
  if (protocol === 'https:' || (!isProduction && isLoopbackHost(hostname))) return
  throw new ConfigError(`${name}: ${url} is not https, and secrets travel to it`)
}

/** Warnings for the operator at start; they stop nothing. */
export const warningsOf = ({ isProduction, trustedProxies }: SafetyFacts): readonly string[] =>
  isProduction && trustedProxies.length === 0
    ? ['TRUSTED_PROXIES is empty: behind a proxy all clients count as one address and share its rate limits']
    : []
