import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { describe, expect, it } from 'vitest'
import { deviceDisplay } from './device-display.ts'

const NOW_MS = 1_800_000_000_000
const HOUR_MS = 3_600_000

const faceOf = (state: keyof typeof deviceMachine.states, hours = 294, isMetered = false) =>
  deviceDisplay({ state, endsAtMs: NOW_MS + hours * HOUR_MS, isMetered }, NOW_MS)

describe('what is shown of a device', () => {
  it('that runs', () => {
    expect(faceOf('running')).toEqual({
      tone: 'run',
      word: '运行中',
      brief: '剩 12 天 6 时',
      remaining: '剩余 12 天 6 小时',
      isBusy: false,
      reason: undefined,
    })
  })

  it.each([
    [24.5, 'run', '剩 1 天'],
    [24, 'soon', '剩 1 天'],
    [18, 'soon', '剩 18 小时'],
    [1.5, 'soon', '剩 1 小时'],
    [0.5, 'soon', '剩 30 分钟'],
  ])('with %d hours left', (hours, tone, brief) => expect(faceOf('running', hours)).toMatchObject({ tone, brief }))

  it('that is paid for by the hour, which never ends soon', () => {
    const running = faceOf('running', 0.5, true)
    expect(running).toMatchObject({ tone: 'run', brief: '按小时计费' })
    expect(running.remaining).toMatch(/^按小时计费，本小时到 \d{2}:\d{2}$/)
    expect(faceOf('stopped', -1, true)).toMatchObject({ word: '已关机', remaining: '按小时计费' })
    expect(faceOf('expired', -1, true)).toMatchObject({
      word: '云豆已用完',
      remaining: undefined,
      reason: '云豆已用完，充值后可以开机',
    })
  })

  it.each([
    ['rebooting', 'back', '重启中', '设备重启中，请稍后再试'],
    ['backingUp', 'back', '备份中', '设备备份中，请稍后再试'],
    ['stopped', 'off', '已关机', '设备已关机，开机后可以使用'],
    ['expired', 'dead', '已到期', '设备已到期，续费后可以继续使用'],
    ['faulty', 'off', '离线', '设备暂时无法连接，正在修复'],
  ] as const)('%s', (state, tone, brief, reason) => {
    expect(faceOf(state)).toMatchObject({ tone, word: brief, brief, reason, isBusy: tone === 'back' })
  })

  it('has the names and colours of the status list', () => {
    const statuses = [
      { state: 'running', label: '在线', tone: 'run' },
      { state: 'faulty', label: '维护', tone: 'soon' },
      { state: 'rebooting', label: '重新启动', tone: 'off' },
    ] as const
    const shown = (state: 'faulty' | 'rebooting' | 'stopped') =>
      deviceDisplay({ state, endsAtMs: NOW_MS + HOUR_MS }, NOW_MS, statuses)
    expect(shown('faulty')).toMatchObject({ word: '维护', tone: 'soon', isBusy: false })
    expect(shown('rebooting')).toMatchObject({
      word: '重新启动',
      tone: 'off',
      isBusy: true,
      reason: '设备重新启动，请稍后再试',
    })
    expect(shown('stopped')).toMatchObject({ word: '已关机', tone: 'off' })
  })

  it('whose time is over does not count it down', () => expect(faceOf('expired', -1).remaining).toBeUndefined())

  it('can be used in exactly one state', () => {
    const states = Object.keys(deviceMachine.states) as (keyof typeof deviceMachine.states)[]
    expect(states.filter((state) => faceOf(state).reason === undefined)).toEqual(['running'])
  })
})
