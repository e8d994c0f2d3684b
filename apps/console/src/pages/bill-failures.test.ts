import { expect, test } from 'vitest'
import { billFailureText } from './bill-failures.ts'

test.each([
  ['no bill yet', '支付平台还没有给出账单'],
  ['payment provider not set up', '没有配置这个支付渠道'],
  ['Alipay: bill not downloaded (503)', '账单没有下载成功（503）'],
  ['Alipay: bill not downloaded (no answer)', '账单没有下载成功（没有应答）'],
  ['WeChat Pay: bill damaged', '下载的账单不完整'],
  ['Alipay: no answer to believe to alipay.x', '支付平台没有应答'],
  ['WeChat Pay: SIGN_ERROR', '支付平台拒绝了请求（SIGN_ERROR）'],
  ['第 3 行不是账单', '第 3 行不是账单'],
])('%s reads %s', (failure, text) => expect(billFailureText(failure)).toBe(text))
