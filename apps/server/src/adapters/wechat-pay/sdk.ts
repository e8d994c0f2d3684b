import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Loaded by the first payment: its HTTP client would be a tenth of every start. */
export const wechatPaySdk = (): typeof import('wechatpay-axios-plugin') => require('wechatpay-axios-plugin')
