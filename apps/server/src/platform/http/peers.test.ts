import { EventEmitter } from 'node:events'
import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { refuseForeignPeers, warnOfUnknownProxies } from './peers.ts'

const ask = async (trustProxy: string[] | false, requests: readonly { peer: string; forwarded?: string }[]) => {
  const lines: { level: number; peer?: string; msg: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = Fastify({ trustProxy, loggerInstance: log })
  warnOfUnknownProxies(app as never)
  app.get('/', async () => 'ok')
  for (const { peer, forwarded } of requests) {
    await app.inject({ url: '/', remoteAddress: peer, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} })
  }
  await app.close()
  return lines
}

it('warns once of a balancer that nobody named, and says where it is', async () => {
  const lines = await ask(false, [
    { peer: '10.0.0.9' },
    { peer: '10.0.0.9', forwarded: '198.51.100.7' },
    { peer: '10.0.0.8', forwarded: '198.51.100.7' },
  ])
  expect(lines).toMatchObject([{ peer: '10.0.0.9', msg: expect.stringContaining('TRUSTED_PROXIES') }])
  expect(lines).toHaveLength(1)
})

it('warns of one beside those that were named, and suggests no stranger', async () => {
  const lines = await ask(['10.0.0.9'], [{ peer: '203.0.113.5', forwarded: '198.51.100.7' }])
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain('203.0.113.5')
})

it('says nothing of a balancer that was named', async () => {
  expect(await ask(['10.0.0.9'], [{ peer: '10.0.0.9', forwarded: '198.51.100.7' }])).toEqual([])
})

it('closes connections from other networks unread', () => {
  const server = new EventEmitter()
  refuseForeignPeers({ server } as never)
  const isClosed = (remoteAddress: string | undefined): boolean => {
    let closed = false
    server.emit('connection', { remoteAddress, destroy: () => (closed = true) })
    return closed
  }
  expect(['127.0.0.1', '::ffff:192.168.1.7', '10.2.0.1', 'fe80::1'].filter(isClosed)).toEqual([])
  expect(['8.8.8.8', '::ffff:8.8.8.8', '2001:db8::1', undefined].filter((each) => !isClosed(each))).toEqual([])
})
