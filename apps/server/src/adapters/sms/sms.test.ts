import { startEmbeddedTencent } from '../tencent-cloud/embedded.ts'
import { createAlibabaSms } from './alibaba.ts'
import { createSmsInbox, UNREACHABLE_PHONE } from './inbox.ts'
import { smsSuite } from './sms-suite.ts'
import { createTencentSms } from './tencent.ts'
import { startFakeAlibaba } from './testing/fake-alibaba.ts'

smsSuite('Tencent, against the embedded service', async (clock) => {
  const inbox = createSmsInbox(clock)
  const credentials = { id: 'id', key: 'right' }
  const server = await startEmbeddedTencent({ credentials, clock, service: 'sms', actions: inbox.actions })
  const options = { clock, endpoint: server.url, appId: '1', signName: '云机', templateId: '2' }
  return {
    sender: createTencentSms({ ...options, credentials }),
    impostor: createTencentSms({ ...options, credentials: { id: 'id', key: 'wrong' } }),
    sent: () => inbox.list().map(({ mobilePhone, code }) => ({ mobilePhone, code })),
    refusedPhone: UNREACHABLE_PHONE,
    close: server.close,
  }
})

smsSuite('Alibaba, against a server that checks its signature', async (clock) => {
  const accessKey = { id: 'id', secret: 'right' }
  const server = await startFakeAlibaba(accessKey, '13700137000')
  const options = { clock, endpoint: server.url, signName: '云机 (测试)', templateCode: 'SMS_1' }
  return {
    sender: createAlibabaSms({ ...options, accessKey }),
    impostor: createAlibabaSms({ ...options, accessKey: { id: 'id', secret: 'wrong' } }),
    sent: () => server.sent,
    refusedPhone: '13700137000',
    close: server.close,
  }
})
