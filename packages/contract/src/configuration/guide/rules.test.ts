import { expect, it } from 'vitest'
import { parseAs } from '../../wire/call.ts'
import { DEFAULT_GUIDE_STEPS, DEFAULT_PLAY_TRIAL } from './content.ts'
import { hasRoomForTrial, keptFree } from './rules.ts'
import { guideStep, playTrial } from './schema.ts'

const bounds = { maximumPercent: 10, keepFreePercent: 20 }
const stock = { capacity: 100, reserved: 0, rented: 0, trials: 0 }

it.each([
  ['an empty zone', {}, true],
  ['the last of its share', { trials: 9 }, true],
  ['a full share', { trials: 10 }, false],
  ['one more than is kept for buyers', { reserved: 39, rented: 40 }, true],
  ['what is kept for buyers', { reserved: 40, rented: 40 }, false],
  ['a zone too small for a share', { capacity: 9 }, false],
])('%s', (_name, changes, expected) => {
  expect(hasRoomForTrial({ ...stock, ...changes }, bounds)).toBe(expected)
})

it('keeps one phone for buyers at least', () => {
  expect(keptFree(100, { keepFreePercent: 0 })).toBe(1)
  expect(hasRoomForTrial({ ...stock, rented: 99 }, { maximumPercent: 100, keepFreePercent: 0 })).toBe(false)
})

it('has defaults that an operator could have set', () => {
  expect(parseAs(playTrial, DEFAULT_PLAY_TRIAL)).toEqual(DEFAULT_PLAY_TRIAL)
  for (const step of DEFAULT_GUIDE_STEPS) expect(parseAs(guideStep, step)).toEqual(step)
})
