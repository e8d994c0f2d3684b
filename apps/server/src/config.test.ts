import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

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
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it('opens itself to the network only with a certificate', () => {
    expect(readConfig({ YUNJI_TLS: 'self' }).host).toBe('0.0.0.0')
    expect(readConfig({ YUNJI_TLS: 'self', HOST: '127.0.0.1' }).host).toBe('127.0.0.1')
  })

  it('refuses the embedded database in production unless it is meant', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/DATABASE_URL/)
    expect(readConfig({ NODE_ENV: 'production', YUNJI_EMBEDDED: '1' }).databaseUrl).toBeUndefined()
  })

  it('seeds no demo account in production', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/yunji' }
    expect(readConfig(production).isDemo).toBe(false)
    expect(readConfig({ ...production, YUNJI_DEMO: '1' }).isDemo).toBe(true)
    expect(readConfig({ YUNJI_DEMO: '0' }).isDemo).toBe(false)
  })

  it('has virtual phones, except in production', () => {
    expect(readConfig({}).phones).toEqual({ kind: 'virtual' })
    expect(readConfig({ NODE_ENV: 'production', YUNJI_EMBEDDED: '1' }).phones).toEqual({ kind: 'none' })
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/yunji', YUNJI_PHONES: 'virtual' }
    expect(() => readConfig(production)).toThrow('YUNJI_PHONES')
    expect(readConfig({ ...production, YUNJI_EMBEDDED: '1' }).phones).toEqual({ kind: 'virtual' })
  })

  it('takes phones from a list, or from a farm elsewhere', () => {
    const list = 'sh=10.0.0.1:5555,gz=phone.example:5556'
    expect(readConfig({ YUNJI_PHONES: list }).phones).toEqual({ kind: 'listed', list })
    expect(readConfig({ YUNJI_PHONES: 'http://farm:7000', YUNJI_FARM_SECRET: 's' }).phones).toEqual({
      kind: 'farm',
      address: { url: 'http://farm:7000', secret: 's' },
    })
  })

  it('reads lists between commas', () => {
    const { publicOrigins } = readConfig({ PUBLIC_ORIGINS: ' https://a.example, ,https://b.example' })
    expect(publicOrigins).toEqual(['https://a.example', 'https://b.example'])
  })
})
