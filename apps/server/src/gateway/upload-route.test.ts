import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { UPLOAD_KEY_HEADER } from '@yunji/contract/devices/device/stream'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import type { StreamEvent } from '@yunji/phone-protocol/stream/events'
import { eventually } from '@yunji/testkit/eventually'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { addErrorHandler } from '../platform/http/error-handler.ts'
import type { Suppliers } from '../platform/supplier.ts'
import { createScriptedSupplier } from '../testing/scripted-supplier.ts'
import type { Gateway } from './gateway.ts'
import { addUploadRoute } from './upload-route.ts'
import type { Viewer } from './viewer.ts'

const LIMIT_BYTES = 1000
let app: FastifyInstance
afterEach(() => app.close())

const start = async () => {
  const clock = createFakeClock()
  const supplier = createScriptedSupplier()
  const control = new AbortController()
  const events: StreamEvent[] = []
  let listener = (_event: Extract<StreamEvent, { type: 'upload' }>): unknown => undefined
  const sendEvent = (event: StreamEvent) => {
    events.push(event)
    if (event.type === 'upload') listener(event)
  }
  const viewer = { device: { supplierType: supplier.type, phoneId: 'one' }, control, sendEvent }
  let running = 0
  const begin = () => {
    running += 1
    return { viewer: viewer as unknown as Viewer, end: () => void (running -= 1) }
  }
  const recorded: string[] = []
  const gateway = {
    beginUpload: (key: string) => (key === 'key' ? begin() : undefined),
    recordUpload: async (_viewer: Viewer, name: string) => void recorded.push(name),
  } as Gateway
  app = Fastify({ forceCloseConnections: true })
  addErrorHandler(app, clock)
  const suppliers = { of: () => supplier } as unknown as Suppliers
  addUploadRoute(app, { gateway, suppliers, clock, limitBytes: LIMIT_BYTES })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const onEvent = (next: typeof listener) => (listener = next)
  return { supplier, control, events, recorded, onEvent, running: () => running }
}

/** Sends the head, then the body; the response may come before the whole body is sent. */
const open = async (headers: Record<string, string>) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  let isClosed = false
  socket.on('data', (chunk) => (received += chunk.toString()))
  socket.on('error', () => {})
  socket.on('close', () => (isClosed = true))
  await once(socket, 'connect')
  const lines = Object.entries({
    host: 'localhost',
    [UPLOAD_KEY_HEADER]: 'key',
    'content-type': 'application/octet-stream',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /stream/upload?id=u1&name=a.txt HTTP/1.1\r\n${lines.join('')}\r\n`)
  const status = () => Number(/^HTTP\/1.1 (\d+)/.exec(received)?.[1])
  return {
    socket,
    answered: (wanted: number) => eventually(() => expect([status(), received]).toContain(wanted)),
    text: () => received,
    closed: () => eventually(() => expect(isClosed).toBe(true)),
  }
}

describe('an upload', () => {
  it('of the limit goes through, and keeps its connection', async () => {
    const { supplier, running, recorded } = await start()
    const sender = await open({ 'content-length': String(LIMIT_BYTES) })
    sender.socket.write('x'.repeat(LIMIT_BYTES))
    await sender.answered(200)
    expect(supplier.pushed).toHaveLength(1)
    expect(recorded).toEqual(['a.txt'])
    expect(running()).toBe(0)
    expect(sender.socket.destroyed).toBe(false)
    sender.socket.destroy()
  })

  it('that says it is larger is refused before its body, and its socket goes', async () => {
    const { supplier } = await start()
    const sender = await open({ 'content-length': String(LIMIT_BYTES + 1) })
    await sender.answered(413)
    expect(sender.text()).toContain('"code":1080,"msg":"文件不能超过 2 GB"')
    await sender.closed()
    expect(supplier.pushed).toEqual([])
  })

  it('that does not say its size is refused, and does not flow for ever', async () => {
    const { supplier } = await start()
    const sender = await open({ 'transfer-encoding': 'chunked' })
    const flow = setInterval(() => sender.socket.write(`100\r\n${'x'.repeat(256)}\r\n`), 1)
    await sender.answered(411)
    await sender.closed()
    clearInterval(flow)
    expect(supplier.pushed).toEqual([])
  })

  it('that brings more than it said puts nothing on the phone', async () => {
    const { supplier } = await start()
    const answer = await app.inject({
      method: 'POST',
      url: '/stream/upload?id=u1&name=a.txt',
      headers: { [UPLOAD_KEY_HEADER]: 'key', 'content-type': 'application/octet-stream', 'content-length': '4' },
      payload: 'x'.repeat(LIMIT_BYTES * 2),
    })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 1080])
    expect(supplier.pushed).toEqual([])
  })

  it('that breaks off puts nothing on the phone, and is no use of it', async () => {
    const { supplier, running, recorded } = await start()
    const sender = await open({ 'content-length': '100' })
    sender.socket.write('x'.repeat(50))
    await eventually(() => expect(running()).toBe(1))
    sender.socket.destroy()
    await eventually(() => expect(running()).toBe(0))
    expect(supplier.pushed).toEqual([])
    expect(recorded).toEqual([])
  })

  it('whose sender has lost the right is answered and cut off', async () => {
    const { supplier, control, running } = await start()
    const sender = await open({ 'content-length': '100' })
    sender.socket.write('x'.repeat(50))
    await eventually(() => expect(running()).toBe(1))
    control.abort()
    await sender.answered(200)
    expect(sender.text()).toContain('没有该设备的操作权限')
    await sender.closed()
    expect([supplier.pushed, running(), supplier.openConnections]).toEqual([[], 0, 0])
  })

  const inject = (name: string) =>
    app.inject({
      method: 'POST',
      url: `/stream/upload?id=u1&name=${name}`,
      headers: { [UPLOAD_KEY_HEADER]: 'key', 'content-type': 'application/octet-stream', 'content-length': '4' },
      payload: 'zip!',
    })

  it.each(['game.xapk', 'GAME.XAPK', 'app.apks'])(
    'of %s is installed, and its progress is that of its parts',
    async (name) => {
      const { supplier, events } = await start()
      expect((await inject(name)).json().code).toBe(200)
      expect(supplier.pushed).toEqual([{ path: null, bytes: Buffer.from('zip!') }])
      expect(events).toContainEqual({ type: 'upload', id: 'u1', progress: 0.5, state: 'installing' })
    },
  )

  it('of an archive is given up when the right is lost while it is installed', async () => {
    const { control, onEvent, running } = await start()
    onEvent(({ progress }) => progress === 0.5 && control.abort())
    expect((await inject('game.xapk')).json().msg).toBe('没有该设备的操作权限')
    expect(running()).toBe(0)
  })

  it.each([
    ['packageDowngrade', '云手机上已有更新的版本，请先卸载再安装'],
    ['packageConflict', '云手机上已有签名不同的同名应用，请先卸载再安装'],
    ['packageUnfit', '安装包不适合这台云手机，或者不完整'],
    ['badPackage', '文件类型不允许'],
  ] as const)('of a package that the phone refuses (%s) says why', async (kind, text) => {
    const { supplier } = await start()
    supplier.failing.set('one', kind)
    expect((await inject('app.apk')).json()).toMatchObject({ code: ErrorCode.ILLEGAL_FILE, msg: text })
  })

  it('without a live screen does not flow', async () => {
    await start()
    const sender = await open({ 'content-length': '900', [UPLOAD_KEY_HEADER]: 'other' })
    sender.socket.write('x'.repeat(50))
    await sender.answered(401)
    await sender.closed()
    expect(sender.text()).toContain('请先打开云手机再上传')
  })
})
