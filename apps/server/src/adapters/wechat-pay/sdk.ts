import { createRequire } from 'node:module'
import type * as Sdk from 'wechatpay-axios-plugin'

const require = createRequire(import.meta.url)

/** Loaded by the first payment: its HTTP client would be a tenth of every start. */
export const wechatPaySdk = (): typeof Sdk => require('wechatpay-axios-plugin')
