/** Refusals that the server records with a bill, in words. */
const failures: readonly (readonly [RegExp, string])[] = [
  [/^no bill yet$/, '支付平台还没有给出账单'],
  [/^payment provider not set up$/, '没有配置这个支付渠道'],
  [/bill not downloaded \((.*)\)$/, '账单没有下载成功（$1）'],
  [/bill damaged$/, '下载的账单不完整'],
  [/no answer/, '支付平台没有应答'],
  [/^(?:Alipay|WeChat Pay): (.*)$/, '支付平台拒绝了请求（$1）'],
]

export const billFailureText = (failure: string): string => {
  const [pattern, text] = failures.find(([candidate]) => candidate.test(failure)) ?? []
  const found = pattern?.exec(failure)
  return found && text ? text.replace('$1', found[1]?.replace('no answer', '没有应答').trim() ?? '') : failure
}
