import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const client = useRunningClient()

const consents = () =>
  withClient(client.databaseUrl(), async (database) => {
    const { rows } = await database.query<{ kind: number; is_agreed: boolean; way: string; client_type: string }>(
      'select kind, is_agreed, way, client_type from agreement_consents order by kind, version',
    )
    return rows
  })

const words = () => client().page.locator('.weapp-frame[current]').innerText()

test('agreements are read before the login, keep their tab, and the login records their versions', async () => {
  const program = client()
  await program.start('pages/webView/protocol')
  await expect.poll(words, LONG_TIMEOUT).toContain('云手机租用服务')
  await program.tap('text=/^服务协议$/')
  await expect.poll(words, LONG_TIMEOUT).toContain('待支付订单保留 15 分钟')
  await program.start('pages/webView/protocol')
  await expect.poll(words, LONG_TIMEOUT).toContain('待支付订单保留 15 分钟')
  await program.start('pages/webView/protocol?kind=2')
  await expect.poll(words, LONG_TIMEOUT).toContain('我们收集的信息')

  await program.start('pages/login/login')
  await logIn(program)
  const agreed = { is_agreed: true, way: 'login', client_type: 'applet' }
  await expect.poll(consents, LONG_TIMEOUT).toEqual([
    { kind: 1, ...agreed },
    { kind: 2, ...agreed },
  ])
})
