import { startEmbeddedTencent } from '../tencent-cloud/embedded.ts'
import { createAlibabaSms } from './alibaba.ts'
import { createSmsInbox, EMBEDDED_NOTICE, UNREACHABLE_PHONE } from './inbox.ts'
import { smsSuite } from './sms-suite.ts'
import { createTencentSms } from './tencent.ts'
import { startFakeAlibaba } from './testing/fake-alibaba.ts'

const wordsOf = (text: string): string => text.replace('【云机】', '').replace('，请打开云机查看。', '')

smsSuite('Tencent, against the embedded service', async (clock) => {
  const inbox = createSmsInbox(clock)
  const credentials = { id: 'id', key: 'right' }
  const server = await startEmbeddedTencent({ credentials, clock, service: 'sms', actions: inbox.actions })
  const options = {
    clock,
    endpoint: server.url,
    appId: '1',
    signName: '云机',
    templateId: '2',
    noticeTemplateId: EMBEDDED_NOTICE,
  }
  return {
    sender: createTencentSms({ ...options, credentials }),
    impostor: createTencentSms({ ...options, credentials: { id: 'id', key: 'wrong' } }),
    withoutNotices: createTencentSms({ ...options, credentials, noticeTemplateId: undefined }),
    sent: () => inbox.list().map(({ mobilePhone, code, text }) => ({ mobilePhone, words: code || wordsOf(text) })),
    refusedPhone: UNREACHABLE_PHONE,
    close: server.close,
  }
})

smsSuite('Alibaba, against a server that checks its signature', async (clock) => {
  const accessKey = { id: 'id', secret: 'right' }
  const server = await startFakeAlibaba(accessKey, '13700137000')
  const options = {
    clock,
    endpoint: server.url,
    signName: '云机 (测试)',
    templateCode: 'SMS_1',
    noticeTemplateCode: 'SMS_2',
  }
  return {
    sender: createAlibabaSms({ ...options, accessKey }),
    impostor: createAlibabaSms({ ...options, accessKey: { id: 'id', secret: 'wrong' } }),
    withoutNotices: createAlibabaSms({ ...options, accessKey, noticeTemplateCode: undefined }),
    sent: () => server.sent.toReversed(),
    refusedPhone: '13700137000',
    close: server.close,
  }
})
