import { expect, test } from 'vitest'
import { subscriptionWords } from './subscription-words.ts'

const subscription = { isSubscribed: true, subscriptionsLeft: 3, hasTemplate: true, canAsk: true }

test.each([
  [{}, '还可接收 3 条'],
  [{ canAsk: false }, '还可接收 3 条，请在微信小程序内增加'],
  [{ isSubscribed: false }, '开启后推送到微信'],
  [{ hasTemplate: false }, '这类消息暂不支持'],
])('%o: %s', (changes, words) => expect(subscriptionWords({ ...subscription, ...changes })).toBe(words))
