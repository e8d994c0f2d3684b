import { expect, it } from 'vitest'
import { deviceStates } from '../device/enums.ts'
import { transferMachine } from '../sharing.ts'
import {
  handoverRefusalOf,
  TRANSFER_AFTER_CODE_MS,
  TRANSFER_LASTS_MS,
  TRANSFER_LEAST_LEFT_MS,
  type TransferFacts,
  transferRefusalOf,
} from './rules.ts'

const NOW = 1_000_000_000
const facts: TransferFacts = {
  state: 'running',
  isMetered: false,
  isTrial: false,
  expiresAt: NOW + TRANSFER_LEAST_LEFT_MS,
  hasOpenTask: false,
  hasOpenOrder: false,
  isInTransfer: false,
  codeUsedAt: null,
}

it('waits as long as its machine says', () => {
  expect(transferMachine.states.waiting.deadline?.afterMs).toBe(TRANSFER_LASTS_MS)
})

it('takes running and stopped devices alone', () => {
  expect(deviceStates.filter((state) => transferRefusalOf({ ...facts, state }, NOW) === null)).toEqual([
    'running',
    'stopped',
  ])
})

it('asks for a day of time, and for a day since a code', () => {
  expect(transferRefusalOf(facts, NOW)).toBeNull()
  expect(transferRefusalOf(facts, NOW + 1)).toBe('endsSoon')
  const coded = { ...facts, codeUsedAt: NOW - TRANSFER_AFTER_CODE_MS }
  expect(transferRefusalOf(coded, NOW)).toBeNull()
  expect(transferRefusalOf({ ...coded, codeUsedAt: coded.codeUsedAt + 1 }, NOW)).toBe('codeUsed')
})

it('hands over what has less time left by then, but nothing that ended or is busy', () => {
  expect(handoverRefusalOf({ ...facts, expiresAt: NOW + 1, isInTransfer: true }, NOW)).toBeNull()
  expect(handoverRefusalOf({ ...facts, expiresAt: NOW }, NOW)).toBe('expired')
  expect(handoverRefusalOf({ ...facts, hasOpenTask: true }, NOW)).toBe('busy')
  expect(handoverRefusalOf({ ...facts, hasOpenOrder: true }, NOW)).toBe('openOrder')
  expect(handoverRefusalOf({ ...facts, isMetered: true }, NOW)).toBe('metered')
  expect(handoverRefusalOf({ ...facts, isTrial: true }, NOW)).toBe('trial')
})
