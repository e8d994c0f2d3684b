import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, readStorageConfig } from './config.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/yunji',
  YUNJI_SIGNING_KEY: 'a signing key of production, long enough',
}

describe('the environment', () => {
  it('is complete without anything set', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      isTls: false,
      isDemo: true,
      dataDir: resolve('.data'),
      logFile: join(resolve('.data'), 'server.log'),
      databaseUrl: undefined,
      servesClient: true,
    })
  })

  it('takes an empty variable as unset', () => expect(readConfig({ PORT: '', HOST: '' }).port).toBe(8080))

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['YUNJI_TLS', 'yes'],
    ['DATABASE_URL', 'not a url'],
    ['LOG_LEVEL', 'loud'],
    ['YUNJI_CLIENT', 'somewhere'],
    ['YUNJI_PHONES', 'somewhere'],
    ['YUNJI_SIGNING_KEY', 'short'],
    ['NODE_ENV', 'prod'],
    ['NODE_ENV', 'Production'],
    ['PUBLIC_ORIGINS', 'https://a.example/'],
    ['PUBLIC_ORIGINS', 'a.example'],
    ['YUNJI_EXTERNAL_SCRIPTS', 'http://a.example/s.js'],
    ['YUNJI_EXTERNAL_SCRIPTS', 'https://a.example/s.js?v=1'],
    ['YUNJI_EXTERNAL_SCRIPTS', "https://a.example/s.js;script-src'unsafe-inline'"],
    ['YUNJI_EXTERNAL_SCRIPTS', 'a.example/s.js'],
    ['PAY_PUBLIC_URL', 'http://a.example'],
    ['ALIPAY_GATEWAY', 'http://gateway.example'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it('opens itself to the network only with a certificate', () => {
    expect(readConfig({ YUNJI_TLS: 'self' }).host).toBe('0.0.0.0')
    expect(readConfig({ YUNJI_TLS: 'self', HOST: '127.0.0.1' }).host).toBe('127.0.0.1')
  })

  it('refuses the embedded database in production unless it is meant', () => {
    const { DATABASE_URL: _left, ...production } = PRODUCTION
    expect(() => readConfig(production)).toThrow(/DATABASE_URL/)
    expect(readConfig({ ...production, YUNJI_EMBEDDED: '1' }).databaseUrl).toBeUndefined()
  })

  it('seeds no demo account in production, whatever is said', () => {
    expect(readConfig(PRODUCTION).isDemo).toBe(false)
    expect(readConfig({ ...PRODUCTION, YUNJI_EMBEDDED: '1' }).isDemo).toBe(false)
    expect(() => readConfig({ ...PRODUCTION, YUNJI_DEMO: '1' })).toThrow('YUNJI_DEMO')
    expect(() => readConfig({ ...PRODUCTION, YUNJI_DEMO: '1', YUNJI_EMBEDDED: '1' })).toThrow('YUNJI_DEMO')
    expect(readConfig({ YUNJI_DEMO: '0' }).isDemo).toBe(false)
  })

  it('has virtual phones, except in production', () => {
    expect(readConfig({}).phones).toEqual({ kind: 'virtual' })
    expect(readConfig({ ...PRODUCTION, YUNJI_EMBEDDED: '1' }).phones).toEqual({ kind: 'none' })
    const virtual = { ...PRODUCTION, YUNJI_PHONES: 'virtual' }
    expect(() => readConfig(virtual)).toThrow('YUNJI_PHONES')
    expect(readConfig({ ...virtual, YUNJI_EMBEDDED: '1' }).phones).toEqual({ kind: 'virtual' })
  })

  it('takes phones from a list, or from a farm elsewhere', () => {
    const list = 'sh=10.0.0.1:5555,gz=phone.example:5556'
    expect(readConfig({ YUNJI_PHONES: list }).phones).toEqual({ kind: 'listed', list })
    const farm = { YUNJI_PHONES: 'https://farm:7000', YUNJI_FARM_SECRET: 'secret-of-the-farm' }
    const address = { url: farm.YUNJI_PHONES, secret: farm.YUNJI_FARM_SECRET }
    expect(readConfig(farm).phones).toEqual({ kind: 'farm', address })
    expect(readConfig({ ...farm, ...PRODUCTION }).phones).toEqual({ kind: 'farm', address })
  })

  it('takes a farm over http on this machine alone, and none without a secret', () => {
    const farm = { YUNJI_PHONES: 'http://127.0.0.1:7000', YUNJI_FARM_SECRET: 'secret-of-the-farm' }
    expect(readConfig(farm).phones.kind).toBe('farm')
    expect(() => readConfig({ ...farm, ...PRODUCTION })).toThrow('YUNJI_PHONES')
    expect(() => readConfig({ ...farm, YUNJI_PHONES: 'http://farm:7000' })).toThrow('YUNJI_PHONES')
    expect(() => readConfig({ ...farm, YUNJI_FARM_SECRET: '' })).toThrow('YUNJI_FARM_SECRET')
    expect(() => readConfig({ ...farm, YUNJI_FARM_SECRET: 'short' })).toThrow('YUNJI_FARM_SECRET')
  })

  it('reads lists between commas', () => {
    const lists = { PUBLIC_ORIGINS: ' https://a.example, ,https://b.example', YUNJI_EMBEDDED: '1' }
    const { publicOrigins } = readConfig(lists)
    expect(publicOrigins).toEqual(['https://a.example', 'https://b.example'])
  })
})

describe('an object store', () => {
  const S3 = {
    YUNJI_S3_BUCKET: 'yunji',
    YUNJI_S3_ENDPOINT: 'https://s3.example',
    YUNJI_S3_ACCESS_KEY_ID: 'key',
    YUNJI_S3_SECRET_ACCESS_KEY: 'secret',
  }

  it('is the data folder, or a bucket with all that it needs', () => {
    expect(readConfig({}).s3).toBeUndefined()
    const s3 = { bucket: 'yunji', endpoint: 'https://s3.example', region: 'us-east-1', isPathStyle: false }
    expect(readConfig(S3).s3).toMatchObject(s3)
    expect(readStorageConfig({ ...S3, YUNJI_S3_PATH_STYLE: '1' }).s3).toMatchObject({ ...s3, isPathStyle: true })
    for (const missing of Object.keys(S3)) expect(() => readConfig({ ...S3, [missing]: '' })).toThrow(/YUNJI_S3_/)
  })

  it('takes no plain http, except on this machine outside of production', () => {
    const local = { ...S3, YUNJI_S3_ENDPOINT: 'http://127.0.0.1:9000' }
    expect(readConfig(local).s3).toMatchObject({ endpoint: 'http://127.0.0.1:9000' })
    expect(() => readConfig({ ...local, ...PRODUCTION })).toThrow('YUNJI_S3_ENDPOINT')
    const open = { ...S3, YUNJI_S3_PUBLIC_ENDPOINT: 'http://s3.example' }
    expect(() => readConfig(open)).toThrow('YUNJI_S3_PUBLIC_ENDPOINT')
  })
})

const REAL_ALIPAY = {
  ALIPAY_APP_ID: '2021',
  ALIPAY_SELLER_ID: '2088',
  ALIPAY_PRIVATE_KEY: 'private',
  ALIPAY_PUBLIC_KEY: 'public',
  PAY_PUBLIC_URL: 'https://yunji.example',
}

describe('stand-ins', () => {
  it.each([
    [REAL_ALIPAY, 'ALIPAY_APP_ID'],
    [{ WECHAT_APPLET_ID: 'wx1', WECHAT_APPLET_SECRET: 's' }, 'WECHAT_APPLET_ID'],
    [{ DATABASE_URL: 'postgres://db.example/yunji' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://localhost/yunji?host=db.example' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://127.0.0.1,db.example/yunji' }, 'DATABASE_URL'],
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ HOST: '192.168.1.7' }, 'HOST'],
    [{ PUBLIC_ORIGINS: 'https://yunji.example' }, 'PUBLIC_ORIGINS'],
    [{ PUBLIC_HOSTS: 'yunji.example' }, 'PUBLIC_HOSTS'],
    [{ PAY_PUBLIC_URL: 'https://yunji.example' }, 'PAY_PUBLIC_URL'],
    [{ TRUSTED_PROXIES: '10.0.0.1' }, 'TRUSTED_PROXIES'],
  ])('do not run beside %j without a word', (env, name) => {
    for (const NODE_ENV of ['', 'development', 'test']) {
      expect(() => readConfig({ ...env, NODE_ENV })).toThrow(name)
      expect(() => readConfig({ ...env, NODE_ENV })).toThrow('YUNJI_EMBEDDED=1')
    }
    expect(readConfig({ ...env, YUNJI_EMBEDDED: '1' }).providers.sms.kind).toBe('embedded')
    expect(readConfig({ ...PRODUCTION, ...env }).providers.sms.kind).toBe('none')
  })

  it.each([
    'postgres://127.0.0.1:5433/yunji',
    'postgres://localhost/yunji',
    'postgres://[::1]/yunji',
    'postgres:///yunji?host=/run/postgresql',
  ])('run on a database of this machine: %s', (DATABASE_URL) =>
    expect(readConfig({ DATABASE_URL }).isTrialByDefault).toBe(true),
  )

  it('run in the own network with a certificate of their own', () => {
    expect(readConfig({ YUNJI_TLS: 'self' })).toMatchObject({ isLanOnly: true, isDemo: true })
    expect(readConfig({ YUNJI_TLS: 'self', YUNJI_EMBEDDED: '1' }).isLanOnly).toBe(false)
    expect(readConfig({}).isLanOnly).toBe(false)
    expect(readConfig({ ...PRODUCTION, HOST: '0.0.0.0' }).isLanOnly).toBe(false)
  })

  it('never take money beside a real provider, whatever is said', () => {
    for (const env of [PRODUCTION, { ...PRODUCTION, YUNJI_EMBEDDED: '1' }, { YUNJI_EMBEDDED: '1' }]) {
      const { providers, isDemo, phones } = readConfig({ ...env, ...REAL_ALIPAY })
      expect(providers.payments).toMatchObject({ alipay: { kind: 'alipay' }, wechatPay: { kind: 'none' } })
      expect({ isDemo, phones }).toEqual({ isDemo: false, phones: { kind: 'none' } })
    }
  })

  it('can be ruled out', () => {
    expect(() => readConfig({ YUNJI_EMBEDDED: '0' })).toThrow('DATABASE_URL')
    const without = { YUNJI_EMBEDDED: '0', DATABASE_URL: 'postgres://127.0.0.1/yunji' }
    expect(readConfig(without)).toMatchObject({ isDemo: false, phones: { kind: 'none' }, isTrialByDefault: false })
    expect(() => readConfig({ ...without, YUNJI_DEMO: '1' })).toThrow('YUNJI_DEMO')
    expect(() => readConfig({ ...without, YUNJI_PHONES: 'virtual' })).toThrow('YUNJI_PHONES')
  })
})

describe('production', () => {
  it('needs a signing key, except at a gateway', () => {
    const { YUNJI_SIGNING_KEY: _left, ...without } = PRODUCTION
    expect(() => readConfig(without)).toThrow('YUNJI_SIGNING_KEY')
    expect(() => readConfig({ ...without, YUNJI_EMBEDDED: '1' })).toThrow('YUNJI_SIGNING_KEY')
    expect(readConfig(without, 'gateway').isProduction).toBe(true)
  })

  it('is told when nobody is trusted to forward', () => {
    expect(readConfig(PRODUCTION).warnings).toEqual([expect.stringContaining('TRUSTED_PROXIES')])
    expect(readConfig({ ...PRODUCTION, TRUSTED_PROXIES: '10.0.0.1' }).warnings).toEqual([])
    expect(readConfig({}).warnings).toEqual([])
  })

  it('takes no plain http', () => {
    expect(() => readConfig({ ...PRODUCTION, PUBLIC_ORIGINS: 'http://127.0.0.1' })).toThrow('PUBLIC_ORIGINS')
    expect(() => readConfig({ ...PRODUCTION, WECHAT_ENDPOINT: 'http://127.0.0.1:9' })).toThrow('WECHAT_ENDPOINT')
  })
})

describe('signing keys', () => {
  const [one, two] = ['a'.repeat(40), 'b'.repeat(40)]
  const numbersOf = (env: Record<string, string>) => readConfig(env).signingKeys.map(({ number }) => number)

  it('are one without a number, or numbered ones of which the first writes', () => {
    expect(readConfig({}).signingKeys).toEqual([])
    expect(readConfig({ YUNJI_SIGNING_KEY: one }).signingKeys).toEqual([{ number: 1, secret: one }])
    expect(numbersOf({ YUNJI_SIGNING_KEYS: `2:${two},1:${one}` })).toEqual([2, 1])
    expect(numbersOf({ YUNJI_SIGNING_KEY: one, YUNJI_SIGNING_KEYS: `1,2:${two}` })).toEqual([1, 2])
    expect(numbersOf({ YUNJI_SIGNING_KEY: one, YUNJI_SIGNING_KEYS: `2:${two}` })).toEqual([2, 1])
    expect(numbersOf({ YUNJI_SIGNING_KEYS: `1:raw.${Buffer.alloc(32).toString('base64url')}` })).toEqual([1])
  })

  it.each(['1', two, `0:${two}`, '2:short', `2:${two},2:${one}`, `2:raw.${two}`])(
    'are refused without being repeated: %s',
    (YUNJI_SIGNING_KEYS) => {
      expect(() => readConfig({ YUNJI_SIGNING_KEYS })).toThrow('YUNJI_SIGNING_KEYS')
      expect(() => readConfig({ YUNJI_SIGNING_KEYS })).not.toThrow(two)
    },
  )

  it('have one meaning for number 1', () => {
    expect(() => readConfig({ YUNJI_SIGNING_KEY: one, YUNJI_SIGNING_KEYS: `1:${two}` })).toThrow('YUNJI_SIGNING_KEY')
  })
})

describe('a name that begins like ours', () => {
  it.each([
    ['YUNJI_EMBEDED', 'YUNJI_EMBEDDED'],
    ['YUNJI_SIGNINGKEY', 'YUNJI_SIGNING_KEY'],
    ['yunji_demo', 'YUNJI_DEMO'],
    ['ALIPAY_APPID', 'ALIPAY_APP_ID'],
    ['WECHAT_PAY_MCH_ID', 'WECHAT_PAY_MCHID'],
    ['SMS_PROVIDR', 'SMS_PROVIDER'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['PUBLIC_ORIGIN', 'PUBLIC_ORIGINS'],
    ['DATABASE_URI', 'DATABASE_URL'],
  ])('%s is refused, and %s suggested', (name, nearest) => {
    const message = `${name} is not a setting: did you mean ${nearest}?`
    expect(() => readConfig({ [name]: 'x' })).toThrow(message)
    expect(() => readStorageConfig({ [name]: 'x' })).toThrow(message)
  })

  it('is refused without a suggestion where none is near', () =>
    expect(() => readConfig({ YUNJI_FRIDGE_TEMPERATURE: '4' })).toThrow('docs/settings.md'))

  it('may be empty, or somebody else’s', () => {
    const foreign = {
      YUNJI_FRIDGE: '',
      ALIBABA_CLOUD_ACCESS_KEY_ID: 'a',
      TENCENTCLOUD_REGION: 'b',
      YUNJI_SERVICE_HOST: '10.0.0.1',
      YUNJI_SERVICE_PORT_HTTP: '80',
      YUNJI_PORT: 'tcp://10.0.0.1:80',
      YUNJI_PORT_80_TCP_ADDR: '10.0.0.1',
      YUNJI_API_BASE: 'http://127.0.0.1:8080',
    }
    expect(readConfig(foreign).port).toBe(8080)
    expect(() => readConfig({ YUNJI_PORT: '80' })).toThrow('YUNJI_PORT')
  })
})
