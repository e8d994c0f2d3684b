import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { answerWithin } from './answer-within.ts'
import { addErrorHandler } from './error-handler.ts'

const LIMIT_MS = 20

const buildApp = () => {
  const app = Fastify()
  addErrorHandler(app, systemClock)
  const { promise, resolve } = Promise.withResolvers<object>()
  app.get('/late', { onRequest: answerWithin(LIMIT_MS) }, () => promise)
  app.get('/soon', { onRequest: answerWithin(LIMIT_MS) }, async () => ({ is: 'soon' }))
  return { app, resolve }
}

it('answers for what does not come, and takes no notice of it when it comes after all', async () => {
  const { app, resolve } = buildApp()
  const answer = await app.inject('/late')
  expect(answer.statusCode).toBe(503)
  resolve({ is: 'late' })
  await app.close()
})

it('leaves nothing behind once it is answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { app } = buildApp()
  expect((await app.inject('/soon')).json()).toEqual({ is: 'soon' })
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
  vi.useRealTimers()
  await app.close()
})
