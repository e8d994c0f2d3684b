import { expect, it } from 'vitest'
import { alibabaQuery, EMPTY_BODY_HASH, signAlibaba } from './alibaba-sign.ts'

/** Example of the vendor's documentation. */
it("signs the documentation's request with the documentation's signature", () => {
  const query = alibabaQuery({
    RegionId: 'cn-shanghai',
    ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
  })
  const authorization = signAlibaba({ id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' }, query, {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    'x-acs-action': 'RunInstances',
    'x-acs-content-sha256': EMPTY_BODY_HASH,
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': '2014-05-26',
  })
  expect(authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
      'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

it('encodes a query as the vendor does', () => {
  expect(alibabaQuery({ b: '云 机', a: "(!'*)" })).toBe('a=%28%21%27%2A%29&b=%E4%BA%91%20%E6%9C%BA')
})
