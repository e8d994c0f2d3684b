import { expect, it } from 'vitest'
import { signTencent } from './sign.ts'

/** Example of the vendor's documentation, whose keys end in seven literal stars. */
it("signs the documentation's request with the documentation's signature", () => {
  const authorization = signTencent(
    { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******', key: 'Gu5t9xGARNpq86cd98joQYCN3*******' },
    {
      service: 'cvm',
      headers: { 'content-type': 'application/json; charset=utf-8', host: 'cvm.tencentcloudapi.com' },
      payload: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      epochSeconds: 1_551_113_065,
    },
  )
  expect(authorization).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request, ' +
      'SignedHeaders=content-type;host, ' +
      'Signature=2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c',
  )
})
