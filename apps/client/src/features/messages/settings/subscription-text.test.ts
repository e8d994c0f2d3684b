import { MessageType } from '@yunji/contract/messages/rules'
import { expect, test } from 'vitest'
import { subscriptionText, withSetting } from './subscription-text.ts'

const subscription = { isSubscribed: true, subscriptionsLeft: 3, hasTemplate: true, canAsk: true }

test.each([
  [{}, '还可接收 3 条'],
  [{ canAsk: false }, '还可接收 3 条，请在微信小程序内增加'],
  [{ isSubscribed: false }, '开启后推送到微信'],
  [{ hasTemplate: false }, '这类消息暂不支持'],
])('%o: %s', (changes, words) => expect(subscriptionText({ ...subscription, ...changes })).toBe(words))

test('changes the one type, and nothing else', () => {
  const setting = { isSubscribed: false, subscriptionsLeft: 2, isSentBySms: false }
  const notice = { ...setting, messageType: MessageType.notice }
  const system = { ...setting, messageType: MessageType.system }
  const held = { settings: [notice, system], templates: [] }
  expect(withSetting(held, MessageType.system, { isSentBySms: true })).toEqual({
    settings: [notice, { ...system, isSentBySms: true }],
    templates: [],
  })
})
