import { type LiveEvent, liveEvent } from '@yunji/contract/messages/live'
import { eventually } from '@yunji/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { createDevices } from '../../testing/devices.ts'
import { startServerHarness } from '../../testing/server-harness.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const make = createDevices(server)
const url = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/live`

/** Client that records events until the connection ends. */
const listen = async (token: string) => {
  const leave = new AbortController()
  const answer = await fetch(url, { headers: { token }, signal: leave.signal })
  const events: LiveEvent[] = []
  let isOver = false
  const read = async () => {
    let text = ''
    for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block.startsWith('data: ')) events.push(liveEvent.parse(JSON.parse(block.slice(6))))
      }
    }
  }
  const ended = read()
    .catch(() => undefined)
    .finally(() => (isOver = true))
  return {
    answer,
    events,
    isOver: () => isOver,
    tasks: () => events.flatMap((event) => (event.kind === 'task' ? [event.task] : [])),
    leave: async () => {
      leave.abort()
      await ended
    },
  }
}
const greeted = async (token: string) => {
  const client = await listen(token)
  await eventually(() => expect(client.events).toContainEqual({ kind: 'ready' }))
  return client
}
const over = (client: { isOver: () => boolean }) => eventually(() => expect(client.isOver()).toBe(true))
const sendReboot = (token: string, deviceIds: readonly number[]) =>
  server.post('/vmcloud/api/device/sendCommand', { deviceIds, command: 'Reboot' }, { token })

describe('a live connection', () => {
  it('is for whoever is logged in', async () => {
    for (const token of ['', 'x'.repeat(43)]) {
      const answer = await fetch(url, { headers: { token } })
      expect(await answer.json()).toMatchObject({ code: 2017 })
    }
    const { token } = await make.addPerson()
    const client = await greeted(token)
    expect(client.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(client.answer.headers.get('cache-control')).toBe('no-store')
    expect(client.answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await server.readMetrics()).toMatch(/^yunji_live_connections 1$/m)
    await client.leave()
  })

  it('shows a task of its user from its beginning to its end, and nothing of others', async () => {
    const [mine, other] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(mine.userId)
    const clients = [await greeted(mine.token), await greeted(mine.token)]
    const stranger = await greeted(other.token)
    await sendReboot(mine.token, [device.id])
    for (const client of clients) {
      await eventually(() => expect(client.tasks().at(-1)).toMatchObject({ state: 'succeeded', progress: 100 }))
      expect(client.tasks()[0]).toMatchObject({ kind: 'reboot', deviceId: device.id })
    }
    expect(stranger.tasks()).toEqual([])
    for (const client of [...clients, stranger]) await client.leave()
  })

  it('ends with its login, and only with its own', async () => {
    const { token } = await make.addPerson()
    const client = await greeted(token)
    const others = await greeted((await make.addPerson()).token)
    await server.post('/vmcloud/api/user/logoutUser', {}, { token })
    await over(client)
    expect(others.isOver()).toBe(false)
    await others.leave()
  })

  it('ends when its account is frozen', async () => {
    const { userId, token } = await make.addPerson()
    const client = await greeted(token)
    await server.database.pool.query('update users set frozen_at = now() where id = $1', [userId])
    await over(client)
    expect(await (await fetch(url, { headers: { token } })).json()).toMatchObject({ code: 1057 })
  })

  it('that lost its listener still ends with its login', async () => {
    const { token } = await make.addPerson()
    const client = await greeted(token)
    await server.database.pool.query(
      `with gone as (
         select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'yunji-listener')
       select count(*) from gone`,
    )
    await server.post('/vmcloud/api/user/logoutUser', {}, { token })
    await over(client)
    expect(client.tasks()).toEqual([])
  })

  it('has four places for a user, and gives them free', async () => {
    const { token } = await make.addPerson()
    const clients = [await greeted(token), await greeted(token), await greeted(token), await greeted(token)]
    const refused = await fetch(url, { headers: { token } })
    expect(refused.status).toBe(429)
    await refused.body?.cancel()
    await clients[0]?.leave()
    await eventually(async () => {
      const client = await listen(token)
      if (client.answer.status !== 200) throw new Error('no place yet')
      await client.leave()
    })
    for (const client of clients.slice(1)) await client.leave()
  })
})

it('ends when the server goes away, which then waits for nobody', async () => {
  const leaving = await startServerHarness()
  const devices = createDevices(leaving)
  const address = await leaving.app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await devices.addPerson()
  const answer = await fetch(`${address}/live`, { headers: { token } })
  const text = answer.text()
  await leaving.stop()
  expect(await text).toContain('"ready"')
})
