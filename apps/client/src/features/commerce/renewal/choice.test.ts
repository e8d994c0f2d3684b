import { describe, expect, it, test } from 'vitest'
import {
  chosenOption,
  firstChosen,
  isMaking,
  latestEnd,
  linkedDeviceIds,
  reductionOf,
  renewableIds,
  renewLines,
} from './choice.ts'
import { sampleDevice, sampleOption } from './sample-renewal.ts'

test('a link asks for one device or several', () => {
  expect(linkedDeviceIds({ deviceId: '7' })).toEqual([7])
  expect(linkedDeviceIds({ deviceIds: '7,8,x,-1' })).toEqual([7, 8])
  expect(linkedDeviceIds({})).toEqual([])
})

describe('at first', () => {
  const devices = [
    sampleDevice(1, { remainingMs: 0, keptUntil: 1 }),
    sampleDevice(2, { remainingMs: 3_600_000 }),
    sampleDevice(3),
    sampleDevice(4, { remainingMs: 0, refusal: 'metered' }),
  ]
  it('those that end soon are chosen', () => {
    expect([...firstChosen(devices, [])]).toEqual([1, 2])
  })
  it('those that a link asks for are, and nothing that cannot be renewed', () => {
    expect([...firstChosen(devices, [3, 4, 99])]).toEqual([3])
    expect(renewableIds(devices)).toEqual([1, 2, 3])
  })
})

test('a device that is being made is one to look at again', () => {
  expect(isMaking([sampleDevice(1), sampleDevice(2, { refusal: 'creating' })])).toBe(true)
  expect(isMaking([sampleDevice(1, { refusal: 'changing' })])).toBe(true)
  expect(isMaking([sampleDevice(1), sampleDevice(2, { refusal: 'notSold' })])).toBe(false)
})

test('a month unless another duration was chosen, and the first where there is neither', () => {
  const options = [sampleOption(168), sampleOption(720), sampleOption(2160)]
  expect(chosenOption(options, undefined)?.goodTime).toBe(720)
  expect(chosenOption(options, 2160)?.goodTime).toBe(2160)
  expect(chosenOption(options, 24)?.goodTime).toBe(168)
  expect(chosenOption([], 720)).toBeUndefined()
})

test.each([
  [9000, 10_000, '9 折'],
  [8501, 10_000, '8.6 折'],
  [10_000, 10_000, undefined],
  [9999, 10_000, undefined],
  [9000, null, undefined],
])('%i instead of %s', (totalCents, oldTotalCents, text) => {
  expect(reductionOf(sampleOption(720, { totalCents, oldTotalCents }))).toBe(text)
})

test('the lines are what is due', () => {
  const lines = renewLines(sampleOption(720), [sampleDevice(1), sampleDevice(2)], 500)
  expect(lines).toEqual([
    { label: '设备 1', amountCents: 1990 },
    { label: '设备 2', amountCents: 1990 },
    { label: '优惠券', amountCents: -500 },
  ])
  expect(latestEnd(sampleOption(720))).toBe(200)
})
