import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { allCalls } from '@yunji/contract/calls'
import { createOrder } from '@yunji/contract/commerce/order/calls'
import { getCommonConfig } from '@yunji/contract/configuration/calls'
import { setAbout } from '@yunji/contract/operator/content-calls'
import { isOpenTo } from '@yunji/contract/wire/call'
import { eventually } from '@yunji/testkit/eventually'
import { describe, expect, it, onTestFinished } from 'vitest'
import { METRICS_TOKEN, startServerHarness } from '../../testing/server-harness.ts'
import { useServer } from '../../testing/use-server.ts'
import { bindSelfAudited } from './audited-binding.ts'
import { assertEveryCallIsBound, bind, bindOnce } from './binding.ts'

const LOGIN = '/vmcloud/api/user/login'
const json = { 'content-type': 'application/json' }

const server = await useServer({ allowedHosts: ['yunji.example'] })
await server.addUser('13900009999', 'yunji2026')
const login = await server.post(LOGIN, { mobilePhone: '13900009999', password: 'yunji2026' })
const token = (login.data as { token: string }).token

const listening = async (): Promise<AddressInfo> => {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  return server.app.server.address() as AddressInfo
}
/** Returns everything received until the server closes the connection. */
const sendRaw = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return first.toString()
}

const rawPost = (payload: string, headers: Record<string, string> = json, url = LOGIN) =>
  server.app.inject({ method: 'POST', url, payload, headers })

describe('bad input', () => {
  it.each([
    ['no JSON', '{'],
    ['an empty body', ''],
    ['a doubled field', '{"mobilePhone":"13800138000","mobilePhone":"x"}'],
    ['a wrong type', '{"mobilePhone":13800138000}'],
    ['an unknown field', '{"mobilePhone":"13800138000","admin":true}'],
    ['an oversized field', JSON.stringify({ mobilePhone: '1'.repeat(1000) })],
    ['an array', '[]'],
    ['a NUL', '{"password":"a\\u0000b"}'],
    ['a prototype', '{"__proto__":{"a":1}}'],
  ])('of %s answers 1080 in Chinese', async (_what, payload) => {
    const response = await rawPost(payload)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      code: 1080,
      msg: expect.stringMatching(/\p{Script=Han}/u),
      ts: expect.any(Number),
    })
  })

  it('names the fields that are wrong, not their values', async () => {
    const { data } = (await rawPost('{"mobilePhone":123456789}')).json()
    expect(data.fields).toEqual([{ field: 'mobilePhone', message: expect.any(String) }])
    expect(JSON.stringify(data)).not.toContain('123456789')
  })

  it('of another content type answers 1080', async () => {
    expect((await rawPost('a=b', { 'content-type': 'text/plain' })).json()).toMatchObject({ code: 1080 })
  })

  it('of more than 64 KiB answers 413', async () => {
    const response = await rawPost(JSON.stringify({ password: 'x'.repeat(65_536) }))
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ code: 1080, msg: '请求内容过大' })
  })

  it.each(['?mobilePhone=1&mobilePhone=2', '?mobilePhone=%00', '?x=1', '?mobilePhone='])(
    'in the query %s answers 1080',
    async (query) => {
      expect(await server.get(`/vmcloud/api/user/getUserInfo${query}`, { token })).toMatchObject({ code: 1080 })
    },
  )

  it('in a broken address answers 404', async () => {
    const response = await server.app.inject({ url: '/vmcloud/api/%ff' })
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json()).toMatchObject({ code: 1080 })
  })
})

describe('every call', () => {
  it.each(allCalls.map((call) => [call.path, call] as const))(
    '%s asks for a login unless it is open',
    async (path, call) => {
      const answer = call.method === 'GET' ? await server.get(path) : await server.post(path, {})
      expect(answer.code === 2017).toBe(!isOpenTo(call.access))
    },
  )

  it('without a handler, or with two, keeps the server from booting', () => {
    const binding = { call: getCommonConfig, run: async () => null }
    expect(() => assertEveryCallIsBound(allCalls, [])).toThrow(getCommonConfig.path)
    expect(() => assertEveryCallIsBound([getCommonConfig], [binding, { ...binding }])).toThrow('two handlers')
  })

  it('with an idempotency key can only be bound inside its transaction', () => {
    expect(() => bind(createOrder, () => Promise.reject(new Error()))).toThrow('bindOnce')
    expect(() => bindOnce(getCommonConfig, () => Promise.reject(new Error()))).toThrow('bind')
  })

  it('of an operator that writes can only be bound with its audit row', () => {
    expect(() => bind(setAbout, async () => null)).toThrow('bindAudited')
    expect(() => bindOnce({ ...setAbout, idempotent: true }, async () => null)).toThrow('bindAudited')
    const keyed = { ...setAbout, idempotent: true }
    expect(() => bindSelfAudited(server.clock, keyed, async () => null)).toThrow('bindAudited')
  })
})

describe('unknown paths', () => {
  it('answer 404 with an envelope', async () => {
    const response = await server.app.inject({ url: '/vmcloud/api/user/nothing' })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 1080, msg: 'Not Found' })
  })
  it('and methods too', async () => {
    expect((await server.app.inject({ method: 'GET', url: LOGIN })).statusCode).toBe(404)
    expect((await server.app.inject({ method: 'DELETE', url: LOGIN })).statusCode).toBe(404)
  })
})

describe('the origin of a write', () => {
  const withOrigin = (origin: string) => rawPost('{}', { ...json, host: 'yunji.example', origin })
  it.each(['https://yunji.example', 'http://yunji.example'])('may be our own host: %s', async (origin) =>
    expect((await withOrigin(origin)).json()).toMatchObject({ code: 1003 }),
  )
  it.each(['https://evil.example', 'null', 'https://yunji.example.evil.example', 'https://yunji.example:444'])(
    'may not be %s',
    async (origin) => {
      const response = await withOrigin(origin)
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ code: 1080 })
    },
  )
})

describe('a client on a host of its own', () => {
  const ORIGIN = 'https://m.yunji.example'
  const ask = async (origin: string, method: 'OPTIONS' | 'GET') => {
    const other = await startServerHarness({ publicOrigins: [ORIGIN] })
    onTestFinished(() => other.stop())
    return other.app.inject({ method, url: '/vmcloud/api/configure/getCommonConfig', headers: { origin } })
  }

  it('may ask and read, with the headers of every call and without cookies', async () => {
    const asked = await ask(ORIGIN, 'OPTIONS')
    expect(asked.statusCode).toBe(204)
    expect(asked.headers).toMatchObject({ 'access-control-allow-origin': ORIGIN, vary: 'Origin' })
    expect(asked.headers['access-control-allow-headers']).toContain('token')
    expect(asked.headers).not.toHaveProperty('access-control-allow-credentials')
    const read = await ask(ORIGIN, 'GET')
    expect(read.headers).toMatchObject({ 'access-control-allow-origin': ORIGIN })
    expect(read.json()).toMatchObject({ code: 200 })
  })

  it('is told nothing where its origin is not named', async () => {
    for (const method of ['OPTIONS', 'GET'] as const) {
      const { headers } = await ask('https://evil.example', method)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })
})

describe('the host of a request', () => {
  const ask = (host: string, url = '/demo/sms', more = {}) =>
    server.app.inject({ url, headers: { host, accept: 'application/json', ...more } })

  it.each(['localhost:8080', '127.0.0.1', '192.168.1.20:8443', '[::1]:8080', 'yunji.example', 'YUNJI.example:443'])(
    'may be %s',
    async (host) => expect((await ask(host)).statusCode).toBe(200),
  )
  it.each(['evil.example', 'evil.example:8080', 'yunji.example.evil.example', 'localhost.evil.example'])(
    'may not be %j: a name that is made to point here reads nothing',
    async (host) => {
      const answer = await ask(host)
      expect(answer.statusCode).toBe(421)
      expect(answer.json()).toMatchObject({ code: 1080, data: null })
      for (const url of ['/', '/vmcloud/api/configure/getCommonConfig', '/nothing', '/live']) {
        expect((await ask(host, url)).statusCode).toBe(421)
      }
    },
  )
  it('does not matter to whoever looks after the process', async () => {
    for (const url of ['/healthz', '/readyz']) expect((await ask('10.0.0.7', url)).statusCode).toBe(200)
    for (const url of ['/healthz', '/readyz']) expect((await ask('backend-3.internal', url)).statusCode).toBe(200)
  })
  it('is not made ours by a forwarding header', async () => {
    const proxied = await startServerHarness({ allowedHosts: ['yunji.example'], trustedProxies: ['127.0.0.1'] })
    const statusFor = async (host: string, forwarded: string) =>
      (await proxied.app.inject({ url: '/demo/sms', headers: { host, 'x-forwarded-host': forwarded } })).statusCode
    expect(await statusFor('localhost', 'yunji.example')).toBe(200)
    expect(await statusFor('evil.example', 'yunji.example')).toBe(421)
    expect(await statusFor('localhost', 'evil.example')).toBe(421)
    await proxied.stop()
  })
  it('is named once', async () => {
    const { port } = await listening()
    const answer = await sendRaw(port, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nHost: localhost\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('headers', () => {
  it.each(['/healthz', '/nothing', '/vmcloud/api/configure/getCommonConfig', '/api-docs'])(
    'protect %s',
    async (url) => {
      const { headers } = await server.app.inject({ url })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("script-src 'self' 'wasm-unsafe-eval';"),
        'x-request-id': expect.any(String),
      })
    },
  )
  it('let pages connect to the gateways of zones on other hosts, and to nobody else', async () => {
    const sources = async () => {
      const { headers } = await server.app.inject({ url: '/' })
      return /connect-src ([^;]+);/.exec(String(headers['content-security-policy']))?.[1]
    }
    expect(await sources()).toBe(`'self'`)
    const { pool } = server.database
    await pool.query(
      `insert into zones (code, name, gateway_url, created_at)
       values ('near', '近', '/stream', now()), ('far', '远', 'wss://far.example/stream', now()),
         ('farther', '更远', 'wss://far.example/stream', now()), ('wide', '宽', 'wss://*.example/stream', now()),
         ('lan', '内网', 'ws://10.1.1.9:8081/stream', now())`,
    )
    server.clock.advance(30_000)
    const all = `'self' http://10.1.1.9:8081 https://far.example ws://10.1.1.9:8081 wss://far.example`
    await eventually(async () => expect(await sources()).toBe(all))
    await pool.query('delete from zones')
    server.clock.advance(30_000)
    await eventually(async () => expect(await sources()).toBe(`'self'`))
  })
  it('keep a good request id and replace a bad one', async () => {
    const idFor = async (id: string) =>
      (await server.app.inject({ url: '/healthz', headers: { 'x-request-id': id } })).headers['x-request-id']
    expect(await idFor('balancer-12345')).toBe('balancer-12345')
    expect(await idFor('bad id\twith\tspaces')).toMatch(/^[\da-f-]{36}$/)
  })
  it('forbid keeping an answer', async () => {
    const { headers } = await server.app.inject({ url: '/vmcloud/api/configure/getCommonConfig' })
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('operations pages', () => {
  it('tell that the process lives and is ready', async () => {
    expect((await server.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await server.app.inject({ url: '/readyz' })).json()).toEqual({ ready: true, missing: [] })
  })
  it('give metrics to whoever has the token, from wherever', async () => {
    const ask = (authorization?: string) =>
      server.app.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: { host: 'scraper.internal', ...(authorization && { authorization }) },
      })
    expect((await ask(`Bearer ${METRICS_TOKEN}`)).body).toContain('yunji_call_answers_total')
    expect((await server.app.inject('/metrics')).statusCode).toBe(404)
    for (const wrong of [METRICS_TOKEN, 'Bearer ', 'Bearer undefined', `Bearer ${METRICS_TOKEN}x`]) {
      expect((await ask(wrong)).statusCode).toBe(404)
    }
  })
  it('give metrics to nobody while no token is set', async () => {
    const bare = await startServerHarness({ metricsToken: undefined })
    for (const authorization of ['', 'Bearer ', 'Bearer undefined']) {
      const answer = await bare.app.inject({ url: '/metrics', headers: { authorization } })
      expect(answer.statusCode).toBe(404)
    }
    await bare.stop()
  })
  it('show the calls only where that is asked for', async () => {
    const bare = await startServerHarness({ hasApiPages: false })
    for (const url of ['/api-docs', '/openapi.json']) expect((await bare.app.inject(url)).statusCode).toBe(404)
    await bare.stop()
  })
  it('list every call', async () => {
    const document = (await server.app.inject({ url: '/openapi.json' })).json()
    expect(Object.keys(document.paths).toSorted()).toEqual(allCalls.map((call) => call.path).toSorted())
    const page = (await server.app.inject({ url: '/api-docs' })).body
    for (const call of allCalls) expect(page).toContain(call.path)
  })
})

describe('limits', () => {
  it('answer 429 with an envelope, per address', async () => {
    const limited = await startServerHarness({ callsPerMinute: 3 })
    const ask = (remoteAddress: string) =>
      limited.app.inject({ url: '/vmcloud/api/configure/getCommonConfig', remoteAddress })
    for (let call = 0; call < 3; call++) expect((await ask('192.0.2.1')).statusCode).toBe(200)
    const over = await ask('192.0.2.1')
    expect(over.statusCode).toBe(429)
    expect(over.json()).toMatchObject({ code: 1080, msg: '操作太频繁，请稍后再试' })
    expect((await ask('192.0.2.2')).statusCode).toBe(200)
    await limited.stop()
  })

  it('take a /64 of IPv6 for one address, and IPv4 for itself in either form', async () => {
    const limited = await startServerHarness({ callsPerMinute: 2 })
    const ask = async (remoteAddress: string) =>
      (await limited.app.inject({ url: '/vmcloud/api/configure/getCommonConfig', remoteAddress })).statusCode
    expect(await ask('2001:db8:1:2::1')).toBe(200)
    expect(await ask('2001:db8:1:2:ffff::2')).toBe(200)
    expect(await ask('2001:db8:1:2:3:4:5:6')).toBe(429)
    expect(await ask('2001:db8:1:3::1')).toBe(200)
    expect(await ask('192.0.2.1')).toBe(200)
    expect(await ask('::ffff:192.0.2.1')).toBe(200)
    expect(await ask('::ffff:c000:201')).toBe(429)
    await limited.stop()
  })

  it('are not dodged by a forwarded address unless the proxy is trusted', async () => {
    const limited = await startServerHarness({ callsPerMinute: 2 })
    const statuses = []
    for (let call = 0; call < 4; call++) {
      const headers = { 'x-forwarded-for': `198.51.100.${call}` }
      statuses.push((await limited.app.inject({ url: '/healthz', headers })).statusCode)
    }
    expect(statuses.slice(2)).toEqual([429, 429])
    await limited.stop()
  })
})

describe('while draining', () => {
  it('still answers, asks connections to close and says that it is not ready', async () => {
    const leaving = await startServerHarness()
    leaving.draining.begin()
    const response = await leaving.app.inject({ url: '/vmcloud/api/configure/getCommonConfig' })
    expect(response.statusCode).toBe(200)
    expect(response.headers.connection).toBe('close')
    const ready = await leaving.app.inject({ url: '/readyz' })
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ ready: false, missing: ['draining'] })
    await leaving.stop()
  })
})
