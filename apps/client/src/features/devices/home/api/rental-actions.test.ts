import { expect, it } from 'vitest'
import { powerActionOf, rentalActionsOf } from './rental-actions.ts'

const own = { right: 'owner', isMetered: false } as const
const shown = (device: Parameters<typeof rentalActionsOf>[0]) =>
  [powerActionOf(device), ...rentalActionsOf(device)].flatMap((offer) =>
    offer ? [offer.reason ? `${offer.label}（${offer.reason}）` : offer.label] : [],
  )

it('switches off what runs, and on what does not', () => {
  expect(shown({ ...own, state: 'running' })).toEqual(['关机', '提前退还', '删除设备（请先关机，再删除设备）'])
  expect(shown({ ...own, state: 'stopped' })).toEqual(['开机', '提前退还', '删除设备'])
})

it('says why not, where a device is busy or its time is up', () => {
  expect(shown({ ...own, state: 'rebooting' })[0]).toBe('关机（设备正忙，请稍后再试）')
  expect(shown({ ...own, state: 'expired' })[0]).toBe('关机（设备已到期，请先续费）')
})

it('makes one that is paid for by the hour monthly, and does not take it back', () => {
  expect(shown({ ...own, isMetered: true, state: 'stopped' })).toEqual(['开机', '转包月', '删除设备'])
  expect(shown({ ...own, isTrial: true, state: 'stopped' })).toEqual(['开机', '删除设备'])
  expect(shown({ ...own, isMetered: true, state: 'expired' })).toEqual(['开机', '删除设备'])
})

it('offers nothing to somebody who only uses it', () => {
  expect(shown({ right: 'control', isMetered: false, state: 'running' })).toEqual([])
})
