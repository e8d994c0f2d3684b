import { describe, expect, it } from 'vitest'
import { endMessage } from './end-message.ts'

describe('the words for an end', () => {
  it.each([
    ['revoked', '使用权限已收回', undefined],
    ['expired', '设备已到期', 'renew'],
    ['idle', '长时间没有操作，已断开', 'retry'],
    ['tooMany', '同时打开的画面太多', 'retry'],
    ['replaced', '已在其他地方打开', 'retry'],
    ['lost', '网络连接已断开', 'retry'],
    ['undecodable', '当前浏览器无法播放画面', undefined],
  ] as const)('%s', (reason, title, step) => {
    const words = endMessage({ reason })
    expect([words.title, words.step]).toEqual([title, step])
  })

  it('a refusal says what the server said', () => {
    expect(endMessage({ reason: 'refused', text: '设备重启中' })).toMatchObject({ hint: '设备重启中', step: 'retry' })
  })

  it('of a phone by the hour lead to beans, not to a renewal', () => {
    expect(endMessage({ reason: 'expired' }, false, true)).toMatchObject({ title: '试用时间到了', step: 'buy' })
    expect(endMessage({ reason: 'expired' }, true)).toMatchObject({ title: '云豆已用完，设备已关机', step: 'recharge' })
  })
})
