import { MessageType } from '@yunji/contract/message/enums'
import { expect, test } from 'vitest'
import { messageListPath, messageTypeOf } from './message-path.ts'

test.each([
  ['2', MessageType.renewalReminder],
  ['5', MessageType.system],
  ['0', MessageType.notice],
  ['6', MessageType.notice],
  ['02', MessageType.notice],
  ['', MessageType.notice],
  [undefined, MessageType.notice],
])('%j asks for type %i', (text, type) => expect(messageTypeOf(text)).toBe(type))

test('the way to a list says which it is', () =>
  expect(messageListPath(MessageType.deviceTransfer)).toBe('/pages/user/messageList?messageType=3'))
