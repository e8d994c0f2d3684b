/** Who stands on either side of the embedded cashier: numbers that no real provider gives. */
export const demoMerchant = {
  alipayAppId: 'demo-alipay-app',
  alipaySellerId: 'demo-alipay-seller',
  mchid: 'demo-mchid',
  merchantSerial: 'DEMO0MERCHANT0SERIAL',
  cashierSerial: 'DEMO0CASHIER0SERIAL',
} as const
