import { expect, it } from 'vitest'
import { createTrialIntent } from './trial-intent.ts'

const free = { claimable: true, deviceId: null, endsAt: null }
const preparing = { claimable: false, deviceId: 7, endsAt: null }
const ready = { claimable: false, deviceId: 7, endsAt: 1 }
const used = { claimable: false, deviceId: null, endsAt: null }

it('does nothing unasked', () => {
  const intent = createTrialIntent()
  expect([free, preparing, ready, used].map(intent.next)).toEqual([undefined, undefined, undefined, undefined])
})

it('claims once, waits, and opens the phone once', () => {
  const intent = createTrialIntent()
  intent.want()
  expect([free, free, preparing, preparing, ready, ready].map(intent.next)).toEqual([
    'claim',
    undefined,
    undefined,
    undefined,
    'open',
    undefined,
  ])
})

it('says that the phone was not created, and does not claim again by itself', () => {
  const intent = createTrialIntent()
  intent.want()
  expect([free, preparing, free, free].map(intent.next)).toEqual(['claim', undefined, 'failed', undefined])
})

it('ends where there is nothing to claim, and after a refusal', () => {
  const intent = createTrialIntent()
  intent.want()
  expect([used, free].map(intent.next)).toEqual([undefined, undefined])
  intent.want()
  expect(intent.next(free)).toBe('claim')
  intent.drop()
  expect([preparing, ready].map(intent.next)).toEqual([undefined, undefined])
})
