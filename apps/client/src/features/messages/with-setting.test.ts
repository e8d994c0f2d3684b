import { MessageType } from '@yunji/contract/message/enums'
import { expect, test } from 'vitest'
import { withSetting } from './with-setting.ts'

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
