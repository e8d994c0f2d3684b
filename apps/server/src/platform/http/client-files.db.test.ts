import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pages } from '@yunji/contract/pages'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerHarness, startServerHarness } from '../../testing/server-harness.ts'
import { addClientFiles } from './client-files.ts'

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

it('is missed in words when it is not built', async () => {
  await expect(addClientFiles(Fastify(), join(folder, 'nowhere'))).rejects.toThrow('npm run build')
})
