import type { Random } from '@yunji/testkit/random'

export type Environment = Readonly<Record<string, string>>

/** Effect of a choice on the rules, independent of the server's code. */
interface Meaning {
  readonly isProduction?: true
  readonly word?: '0' | '1'
  readonly demo?: '0' | '1'
  readonly isReal?: true
  readonly takesMoney?: true
  readonly isOutside?: true
  readonly hasDatabase?: true
  readonly hasKey?: true
  readonly hasPublicUrl?: true
  readonly isVirtual?: true
  /** Invalid by itself. */
  readonly isWrong?: true
  readonly isWrongInProduction?: true
}

interface Choice extends Meaning {
  readonly env: Environment
}

const ALIPAY = {
  ALIPAY_APP_ID: '2021000000000000',
  ALIPAY_SELLER_ID: '2088000000000000',
  ALIPAY_PRIVATE_KEY: 'cHJpdmF0ZQ==',
  ALIPAY_PUBLIC_KEY: 'cHVibGlj',
}
const WECHAT_PAY = {
  WECHAT_PAY_MCHID: '1900000001',
  WECHAT_PAY_SERIAL: '7',
  WECHAT_PAY_PRIVATE_KEY: 'cHJpdmF0ZQ==',
  WECHAT_PAY_API_V3_KEY: 'k'.repeat(32),
  WECHAT_PAY_PLATFORM_SERIAL: '8',
  WECHAT_PAY_PLATFORM_KEY: 'cHVibGlj',
}
const TENCENT = { TENCENT_SECRET_ID: 'id', TENCENT_SECRET_KEY: 'key' }
const TENCENT_SMS = { TENCENT_SMS_APP_ID: '1', TENCENT_SMS_SIGN: '云机', TENCENT_SMS_TEMPLATE: '2' }
const FARM = { YUNJI_FARM_SECRET: 'secret-of-the-farm' }
const money = { isReal: true, takesMoney: true } as const
const nothing: Choice = { env: {} }

const without = (env: Environment, name: string): Environment =>
  Object.fromEntries(Object.entries(env).filter(([each]) => each !== name))

/** Every part of a configuration with its possible values; the first is the absent one. */
const AXES: readonly (readonly Choice[])[] = [
  [
    nothing,
    { env: { NODE_ENV: 'production' }, isProduction: true },
    { env: { NODE_ENV: 'development' } },
    { env: { NODE_ENV: 'test' } },
    { env: { NODE_ENV: 'prod' }, isWrong: true },
  ],
  [nothing, { env: { YUNJI_EMBEDDED: '1' }, word: '1' }, { env: { YUNJI_EMBEDDED: '0' }, word: '0' }],
  [nothing, { env: { YUNJI_DEMO: '1' }, demo: '1' }, { env: { YUNJI_DEMO: '0' }, demo: '0' }],
  [
    nothing,
    { env: ALIPAY, ...money },
    { env: WECHAT_PAY, ...money },
    { env: { ...ALIPAY, ...WECHAT_PAY }, ...money },
    ...Object.keys(ALIPAY).map((name) => ({ env: without(ALIPAY, name), ...money, isWrong: true }) as const),
    ...Object.keys(WECHAT_PAY).map((name) => ({ env: without(WECHAT_PAY, name), ...money, isWrong: true }) as const),
  ],
  [
    nothing,
    { env: { PAY_PUBLIC_URL: 'https://yunji.example' }, hasPublicUrl: true, isOutside: true },
    { env: { PAY_PUBLIC_URL: 'http://yunji.example' }, hasPublicUrl: true, isWrong: true },
  ],
  [
    nothing,
    { env: { SMS_PROVIDER: 'tencent', ...TENCENT, ...TENCENT_SMS }, isReal: true },
    { env: { SMS_PROVIDER: 'tencent', ...TENCENT }, isWrong: true },
    { env: TENCENT_SMS, isWrong: true },
  ],
  [nothing, { env: { ID_CARD_READER: 'tencent', ...TENCENT }, isReal: true }],
  [
    nothing,
    { env: { WECHAT_APPLET_ID: 'wx1', WECHAT_APPLET_SECRET: 's' }, isReal: true },
    { env: { WECHAT_OFFICIAL_ID: 'wx2', WECHAT_OFFICIAL_SECRET: 's' }, isReal: true },
    { env: { WECHAT_OFFICIAL_SECRET: 's' }, isWrong: true },
  ],
  [
    nothing,
    { env: { DATABASE_URL: 'postgres://127.0.0.1:5432/yunji' }, hasDatabase: true },
    { env: { DATABASE_URL: 'postgres://db.example/yunji' }, hasDatabase: true, isOutside: true },
    { env: { DATABASE_URL: 'postgres://localhost/yunji?host=db.example' }, hasDatabase: true, isOutside: true },
  ],
  [
    nothing,
    { env: { HOST: '127.0.0.1' } },
    { env: { HOST: '0.0.0.0' }, isOutside: true },
    { env: { HOST: '::' }, isOutside: true },
    { env: { YUNJI_TLS: 'self' } },
    { env: { YUNJI_TLS: 'self', HOST: '0.0.0.0' } },
  ],
  [
    nothing,
    { env: { PUBLIC_ORIGINS: 'https://console.example' }, isOutside: true },
    { env: { PUBLIC_ORIGINS: 'http://console.example' }, isOutside: true, isWrongInProduction: true },
    { env: { PUBLIC_ORIGINS: 'http://localhost:10086' }, isWrongInProduction: true },
  ],
  [nothing, { env: { PUBLIC_HOSTS: 'yunji.example' }, isOutside: true }],
  [nothing, { env: { TRUSTED_PROXIES: '127.0.0.1' }, isOutside: true }],
  [
    nothing,
    { env: { YUNJI_PHONES: 'virtual' }, isVirtual: true },
    { env: { YUNJI_PHONES: 'none' } },
    { env: { YUNJI_PHONES: 'east=10.0.0.7:5555' } },
    { env: { YUNJI_PHONES: 'https://farm.example', ...FARM } },
    { env: { YUNJI_PHONES: 'https://farm.example' }, isWrong: true },
    { env: { YUNJI_PHONES: 'http://farm.example', ...FARM }, isWrong: true },
    { env: { YUNJI_PHONES: 'http://127.0.0.1:7000', ...FARM }, isWrongInProduction: true },
  ],
  [
    nothing,
    { env: { YUNJI_SIGNING_KEY: 'a signing key of thirty-two and more' }, hasKey: true },
    { env: { YUNJI_SIGNING_KEYS: `2:${'b'.repeat(40)},1:${'a'.repeat(40)}` }, hasKey: true },
    { env: { YUNJI_SIGNING_KEYS: '2:short' }, isWrong: true },
  ],
  [
    nothing,
    { env: { WECHAT_PAY_ENDPOINT: 'http://127.0.0.1:9000' }, isWrongInProduction: true },
    { env: { ALIPAY_GATEWAY: 'http://gateway.example' }, isWrong: true },
  ],
  [nothing, { env: { YUNJI_EMBEDED: '0' }, isWrong: true }, { env: { ALIPAY_KEY: 'x' }, isWrong: true }],
]

export interface Configuration extends Meaning {
  readonly env: Environment
}

const join = (choices: readonly Choice[]): Configuration =>
  choices.reduce<Configuration>(
    (whole, choice) => ({ ...whole, ...choice, env: { ...whole.env, ...choice.env } }),
    nothing,
  )

/** Whether a configuration may start, by the rules of docs/settings.md. */
export const mayStart = (given: Configuration): boolean => {
  const { isProduction, word, demo, isReal, takesMoney, isOutside, isWrong, isWrongInProduction } = given
  if (isWrong || (isProduction && isWrongInProduction)) return false
  if (takesMoney && !given.hasPublicUrl) return false
  if (isProduction && (!given.hasKey || demo === '1')) return false
  const mayStandIn = word === '1' || (word === undefined && !isProduction)
  if (!mayStandIn) return given.hasDatabase === true && !given.isVirtual && demo !== '1'
  return word === '1' || !(isReal || isOutside)
}

/** Every pair of choices with everything else absent. */
export const everyPair = (): Configuration[] =>
  AXES.flatMap((one, index) =>
    AXES.slice(index + 1).flatMap((other) => one.flatMap((first) => other.map((second) => join([first, second])))),
  )

/** A random choice on every axis, mostly absent, so that few have several errors at once. */
export const anyConfiguration = (random: Random): Configuration =>
  join(AXES.map((choices) => (random.integer(0, 2) === 0 ? random.pick(choices) : (choices[0] ?? nothing))))

/** A valid production configuration with random choices on the other axes. */
export const nearProduction = (random: Random): Configuration => {
  const base = AXES.map(
    (choices) =>
      choices.find(({ isProduction, hasDatabase, hasKey }) => isProduction || hasDatabase || hasKey) ??
      choices[0] ??
      nothing,
  )
  const changed = random.integer(0, AXES.length - 1)
  const more = random.integer(0, AXES.length - 1)
  return join(
    base.map((choice, index) => (index === changed || index === more ? random.pick(AXES[index] ?? [nothing]) : choice)),
  )
}
