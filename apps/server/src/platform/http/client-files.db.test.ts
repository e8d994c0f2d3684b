import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pages } from '@yunji/contract/pages'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerHarness, startServerHarness } from '../../testing/server-harness.ts'
import { addClientFiles, addConsoleFiles, hasConsoleBuild } from './client-files.ts'

const SCRIPT = 'console.log("云机")'
const html = { accept: 'text/html' }

let folder = ''
let server: ServerHarness
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunji-client-'))
  await mkdir(join(folder, 'js'))
  await writeFile(join(folder, 'index.html'), '<title>云机</title>')
  await writeFile(join(folder, 'js', 'app.0123abcd.js'), SCRIPT)
  await writeFile(join(folder, 'js', 'app.0123abcd.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  server = await startServerHarness({ clientFolder: folder })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the H5 client', () => {
  it.each(['/', ...pages.map((page) => `/pages/${page.route}`)])('has its entry at %s', async (url) => {
    const response = await server.app.inject({ url, headers: html })
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('云机')
    expect(response.headers['cache-control']).toBe('no-cache')
  })

  it('keeps hashed files for ever and asks again for the others', async () => {
    const cacheOf = async (url: string) => (await server.app.inject({ url })).headers['cache-control']
    expect(await cacheOf('/js/app.0123abcd.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/favicon.svg')).toBe('no-cache')
  })

  it('sends the compressed file where the browser takes it', async () => {
    const url = '/js/app.0123abcd.js'
    const compressed = await server.app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    expect(compressed.headers['content-encoding']).toBe('gzip')
    expect(compressed.headers['content-type']).toContain('javascript')
    expect((await server.app.inject({ url })).body).toBe(SCRIPT)
  })

  it('answers HEAD for its files, and for no others', async () => {
    const statusOf = async (url: string) => (await server.app.inject({ method: 'HEAD', url })).statusCode
    expect([await statusOf('/js/app.0123abcd.js'), await statusOf('/js/app.ffffffff.js')]).toEqual([200, 404])
  })

  it('shows its own not-found page to a person and an envelope to a program', async () => {
    const person = await server.app.inject({ url: '/pages/nowhere', headers: html })
    expect(person.statusCode).toBe(404)
    expect(person.body).toContain('云机')
    const program = await server.app.inject({ url: '/pages/nowhere' })
    expect(program.statusCode).toBe(404)
    expect(program.json()).toMatchObject({ code: 1080, msg: 'Not Found' })
  })

  it.each(['/../package.json', '/js/..%2f..%2fpackage.json', '/js/%2e%2e/index.html.bak'])(
    'gives nothing outside its folder: %s',
    async (url) => expect((await server.app.inject({ url })).statusCode).toBe(404),
  )
})

describe('previews', () => {
  const preview = { title: `<script>"云'&`, description: 'b', image: '/static/icon-512.png', path: '/?a=1&b=2' }
  const open = async (previewOf: () => Promise<typeof preview | undefined>) => {
    const app = Fastify()
    await writeFile(join(folder, 'index.html'), '<head><title>云机</title></head>')
    await addClientFiles(app, folder, { previewOf })
    const response = await app.inject({ url: '/', headers: { host: 'yunji.example' } })
    await app.close()
    return response
  }

  it('are left out where the database does not answer in time', async () => {
    const { statusCode, body } = await open(() => Promise.withResolvers<undefined>().promise)
    expect([statusCode, body.includes('og:title')]).toEqual([200, false])
  })

  it('are in the head of a page, escaped, with addresses of this host', async () => {
    const { body, headers } = await open(async () => preview)
    expect(body).toContain('<meta property="og:title" content="&lt;script&gt;&quot;云&#39;&amp;"/>')
    expect(body).toContain('content="http://yunji.example/static/icon-512.png"')
    expect(body).toContain('content="http://yunji.example/?a=1&amp;b=2"')
    expect(body).not.toContain('<script>')
    expect(headers['cache-control']).toBe('no-cache')
  })

  it('are left out where they cannot be read', async () => {
    const { statusCode, body } = await open(() => Promise.reject(new Error('database away')))
    expect([statusCode, body]).toEqual([200, '<head><title>云机</title></head>'])
  })
})

describe('files of a page', () => {
  const open = async (url: string, cookie?: string) => {
    const app = Fastify()
    await writeFile(join(folder, 'index.html'), '<head><title>云机</title></head>')
    await writeFile(
      join(folder, 'page-files.json'),
      JSON.stringify({
        '/pages/Home/index': ['js/1.0123abcd.js', 'css/1.0123abcd.css'],
        'my-devices': ['js/1.0123abcd.js', 'js/my-devices.0123abcd.js'],
      }),
    )
    await addClientFiles(app, folder)
    const response = await app.inject({ url, headers: cookie ? { cookie } : {} })
    await app.close()
    await rm(join(folder, 'page-files.json'))
    return response.body
  }
  const script = '<link rel="preload" as="script" href="/js/1.0123abcd.js"/>'
  const style = '<link rel="preload" as="style" href="/css/1.0123abcd.css"/>'
  const devices = '<link rel="preload" as="script" href="/js/my-devices.0123abcd.js"/>'

  it.each(['/', '/pages/Home/index'])('are in the head of %s', async (url) => {
    expect(await open(url)).toContain(`${script}${style}</head>`)
  })

  it.each(['token=abc', 'a=1; token=abc'])('are those of a user with the cookie %s', async (cookie) => {
    expect(await open('/', cookie)).toContain(`${script}${style}${devices}</head>`)
  })

  it.each(['token=', 'xtoken=abc', 'a=token=abc'])('are those of a visitor with the cookie %s', async (cookie) => {
    expect(await open('/', cookie)).not.toContain(devices)
  })

  it('are left out of a page that the build does not list', async () => {
    expect(await open('/pages/user/orders')).toContain('<title>云机</title></head>')
  })
})

describe('the service worker', () => {
  const read = async (hasServiceWorker: boolean) => {
    const app = Fastify()
    await writeFile(join(folder, 'sw.js'), '// worker of the build')
    await addClientFiles(app, folder, { hasServiceWorker })
    const response = await app.inject({ url: '/sw.js' })
    await app.close()
    return response
  }

  it('comes from the build, and is asked for again each time', async () => {
    const { body, headers } = await read(true)
    expect([body, headers['cache-control']]).toEqual(['// worker of the build', 'no-cache'])
  })

  it('can be called back', async () => {
    const { body, headers } = await read(false)
    expect(body).toContain('registration.unregister()')
    expect([headers['cache-control'], headers['content-type']]).toEqual(['no-cache', 'text/javascript; charset=utf-8'])
  })
})

it('is missed in words when it is not built', async () => {
  await expect(addClientFiles(Fastify(), join(folder, 'nowhere'))).rejects.toThrow('npm run build')
})

describe('the console', () => {
  const openApp = async (isAlone: boolean) => {
    const app = Fastify()
    const built = await mkdtemp(join(tmpdir(), 'yunji-console-'))
    await mkdir(join(built, 'assets'))
    await writeFile(join(built, 'index.html'), '<title>运营后台</title>')
    await writeFile(join(built, 'assets', 'index.0123abcd.js'), SCRIPT)
    await writeFile(join(built, 'theme.js'), SCRIPT)
    if (!isAlone) await addClientFiles(app, folder)
    await addConsoleFiles(app, built, isAlone)
    app.addHook('onClose', () => rm(built, { recursive: true, force: true }))
    return app
  }

  it.each([true, false])('has its entry below its path, beside the client or alone (%s)', async (isAlone) => {
    await using app = await openApp(isAlone)
    for (const url of ['/console', '/console/', '/console/tickets?state=open']) {
      const response = await app.inject({ url })
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(response.body).toContain('运营后台')
    }
  })

  it('keeps hashed files for ever, and has none that is not in its build', async () => {
    await using app = await openApp(false)
    const answerTo = async (url: string) => {
      const { statusCode, headers } = await app.inject({ url })
      return [statusCode, headers['cache-control']]
    }
    expect(await answerTo('/console/assets/index.0123abcd.js')).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(await answerTo('/console/theme.js')).toEqual([200, 'no-cache'])
    expect((await answerTo('/console/assets/index.ffffffff.js'))[0]).not.toBe(200)
    expect((await answerTo('/console/..%2fpackage.json'))[0]).not.toBe(200)
  })

  it('is known by its entry', async () => {
    expect(hasConsoleBuild(folder)).toBe(true)
    expect(hasConsoleBuild(join(folder, 'nowhere'))).toBe(false)
  })
})
