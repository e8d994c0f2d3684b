import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { entryOf, serverEntry, startSystem } from '@yunji/testkit/system'
import { ConfigError, readConfig } from '../../apps/server/src/config/config.ts'
import { demoAccount } from '../../apps/server/src/seed/demo.ts'
import { createLoggedIn } from '../support/accounts.ts'
import {
  anyConfiguration,
  type Configuration,
  type Environment,
  everyPair,
  mayStart,
  nearProduction,
} from './configuration-matrix.ts'

const EXIT_DEADLINE_MS = 120_000

const fileOf = (path: string): string => fileURLToPath(new URL(`../../apps/server/src/${path}`, import.meta.url))

export const promise = definePromise({
  id: 'S19',
  name: 's19_unsafe_configurations',
  title: 'an unsafe configuration does not start, and says in a sentence what to set',
  sizes: { small: { count: 4_000, starts: 3 }, long: { count: 200_000, starts: 40 } },
  async run({ size: { count, starts }, seed, log }) {
    const random = createRandom(seed)
    const configurations = [
      ...everyPair(),
      ...Array.from({ length: count }, (_each, index) => (index % 2 ? anyConfiguration : nearProduction)(random)),
    ]
    const violations = configurations.flatMap(judge)
    const refused = configurations.filter((configuration) => !mayStart(configuration))
    log(`${configurations.length} configurations, ${refused.length} of them unsafe`)
    const tried = chooseStarts(random, refused, starts)
    for (const { entry, env } of tried) violations.push(...(await startInVain(entry, env)))
    log(`${tried.length} of them as processes`)
    violations.push(...(await startForReal()))
    return { rounds: configurations.length + tried.length, violations }
  },
})

/** The configuration must be refused exactly by the rules, and must enable no stand-in in production. */
const judge = (given: Configuration): string[] => {
  const shown = JSON.stringify(given.env)
  try {
    const config = readConfig(given.env)
    return [
      ...(mayStart(given) ? [] : [`${shown} starts`]),
      ...unsafeParts(given, config).map((part) => `${shown}: ${part}`),
    ]
  } catch (error) {
    if (!(error instanceof ConfigError)) return [`${shown} fails with ${String(error)}`]
    const isSentence = /^[\w '…]*[A-Z]{2,}[A-Z_]+/.test(error.message) && !error.message.includes('\n')
    if (!isSentence) return [`${shown} is refused without naming a setting: ${error.message}`]
    return mayStart(given) ? [`${shown} is refused: ${error.message}`] : []
  }
}

/** Unsafe values in an accepted configuration. */
const unsafeParts = ({ env }: Configuration, config: ReturnType<typeof readConfig>): string[] => {
  const { sms, wechat, idCardReader, payments } = config.providers
  const kinds = [sms.kind, wechat.kind, idCardReader.kind, payments.alipay.kind, payments.wechatPay.kind]
  const isEmbedded = kinds.includes('embedded') || config.isDemo || config.phones.kind === 'virtual'
  const isReal = kinds.some((kind) => kind !== 'embedded' && kind !== 'none')
  const providerKinds = [payments.alipay.kind, payments.wechatPay.kind]
  const takesMoney = providerKinds.some((kind) => kind === 'alipay' || kind === 'wechatPay')
  const found: [boolean, string][] = [
    [isEmbedded && isReal && env['YUNJI_EMBEDDED'] !== '1', 'a stand-in runs beside a real provider'],
    [takesMoney && providerKinds.includes('embedded'), 'the demo cashier runs beside a real one'],
    [takesMoney && config.isDemo && env['YUNJI_DEMO'] !== '1', 'demo data stand beside real money'],
    [config.isProduction && isEmbedded && env['YUNJI_EMBEDDED'] !== '1', 'a stand-in runs in production'],
    [config.isProduction && config.isDemo, 'demo data in production'],
    [config.isProduction && config.signingKeys.length === 0, 'no signing key in production'],
    [
      isEmbedded && env['YUNJI_EMBEDDED'] !== '1' && config.host !== '127.0.0.1' && !config.isLanOnly,
      'stand-ins are public',
    ],
  ]
  return found.flatMap(([isSo, what]) => (isSo ? [what] : []))
}

interface Start {
  readonly entry: string
  readonly env: Environment
}

/** Misconfigurations to try with the real programs. */
const chooseStarts = (random: Random, refused: readonly Configuration[], count: number): Start[] => {
  const entry = serverEntry()
  const chosen = Array.from({ length: count }, () => ({ entry, env: random.pick(refused).env }))
  return [
    { entry, env: realAlipay() },
    { entry, env: { NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1:1/yunji' } },
    { entry: entryOf(fileOf('gateway-main.ts')), env: { DATABASE_URL: 'postgres://db.example/yunji' } },
    { entry: entryOf(fileOf('ledger-check.ts')), env: { DATABASE_URI: 'postgres://127.0.0.1:1/yunji' } },
    ...chosen,
  ]
}

const realAlipay = (): Environment => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    ALIPAY_APP_ID: '2021000000000000',
    ALIPAY_SELLER_ID: '2088000000000000',
    ALIPAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    ALIPAY_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    PAY_PUBLIC_URL: 'https://yunji.example',
  }
}

/** Must print one line, exit with 1, and write nothing. */
const startInVain = async (entry: string, env: Environment): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-refused-'))
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', YUNJI_DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const deadline = setTimeout(() => child.kill('SIGKILL'), EXIT_DEADLINE_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(deadline)
  const written = (await readdir(folder)).toSorted()
  await rm(folder, { recursive: true, force: true })
  const isSentence = /^[^\n]+\n$/.test(output) && /[A-Z]{2,}_[A-Z]+/.test(output)
  const isRefused = code === 1 && isSentence && written.length === 0
  return isRefused ? [] : [`${JSON.stringify(env)}: exit code ${code}, wrote [${written.join()}] and said ${output}`]
}

/** A trial must have its stand-ins, production none. */
const startForReal = async (): Promise<string[]> => {
  const database = await createMigratedDatabase()
  const own = { DATABASE_URL: database.url, YUNJI_EMBEDDED: '' }
  const violations: string[] = []
  try {
    const trial = await startSystem({ env: { ...own, NODE_ENV: '', YUNJI_DEMO: '0' } })
    if ((await statusOf(trial.url, sideRoutes.demoSms.path)) !== 200) violations.push('a trial has no inbox')
    await trial.stop()
    const settings = { ...own, ...realAlipay(), YUNJI_SIGNING_KEY: 'a signing key of thirty-two and more' }
    const production = await startSystem({ env: { ...settings, NODE_ENV: 'production' } })
    try {
      violations.push(...(await withoutStandIns(production.url, database.url)))
    } finally {
      await production.stop()
    }
    violations.push(
      ...(await startInVain(serverEntry(), { DATABASE_URL: database.url })).filter((each) => !isOfMark(each)),
    )
  } finally {
    await database.drop()
  }
  return violations
}

/** The mark of the data folder and the log may be written before the refusal. */
const isOfMark = (violation: string): boolean =>
  violation.includes('exit code 1, wrote [.private,server.log]') && violation.includes('this database is in use')

const statusOf = async (url: string, path: string): Promise<number> => (await fetch(`${url}${path}`)).status

const withoutStandIns = async (url: string, databaseUrl: string): Promise<string[]> => {
  const violations: string[] = []
  for (const { path } of [sideRoutes.demoSms, sideRoutes.demoAuthorize]) {
    if ((await statusOf(url, path)) !== 404) violations.push(`production answers ${path}`)
  }
  const [buyer] = await createLoggedIn(databaseUrl, 1)
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/vmcloud/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: buyer?.token ?? '', ...headers },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { code: number; data: { orderId: number; payMethods: number[] } }
  }
  const { mobilePhone, password } = demoAccount
  if ((await call('user/login', { mobilePhone, password })).code === 200) violations.push('the demo account logs in')
  const recharge = { totalCents: 100_000, payMethod: PayMethod.wechat }
  const { code, data } = await call('order/agentBalanceRecharge', recharge, { 'idempotency-key': crypto.randomUUID() })
  if (code !== 200) return [...violations, `a balance cannot be ordered: ${code}`]
  if (data.payMethods.join() !== String(PayMethod.alipay))
    violations.push(`offers the methods ${data.payMethods.join()}`)
  const paying = await call('order/payOrder', { orderId: data.orderId, payMethod: PayMethod.wechat, harness: 'h5' })
  if (paying.code === 200) violations.push('WeChat Pay opens a payment without settings')
  return violations
}
