import { type SetupPart, type SetupState, setupParts } from '@yunji/contract/operator/setup'
import * as calls from '@yunji/contract/operator/setup-calls'
import { bindSelfAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { countPhones, listTests } from './store.ts'
import { type SetupTestDeps, testSetup } from './test-setup.ts'

/** Sources of each part, by the kinds of the configuration. */
export interface SetupKinds {
  readonly sms: string
  readonly alipay: string
  readonly wechatPay: string
  readonly storage: 'bucket' | 'files'
  readonly phones: 'none' | 'virtual' | 'farm' | 'listed'
}

interface PartFacts {
  readonly state: SetupState
  readonly text: string
  readonly missing: readonly string[]
}

const configured = (text: string): PartFacts => ({ state: 'configured', text, missing: [] })

/** A named provider has all its settings: without one of them the server does not start. */
const providerFacts = (kind: string, setting: string, standIn: string): PartFacts => {
  if (kind === 'embedded') return { state: 'embedded', text: standIn, missing: [setting] }
  if (kind === 'none') return { state: 'missing', text: '没有设置，客户不能使用', missing: [setting] }
  return configured(`已设置（${kind}）`)
}

const phoneTexts = {
  none: '没有设置来源',
  virtual: '平台自带的虚拟云手机，只供试用',
  farm: '由云手机主机提供',
  listed: '由设置列出',
} as const

const factsOf = async (
  { sms, database: { db } }: SetupTestDeps,
  kinds: SetupKinds,
): Promise<Readonly<Record<SetupPart, PartFacts>>> => {
  const { attached, rented } = await countPhones(db)
  const counts = `；按地址接入 ${attached} 台，使用中 ${rented} 台`
  const phones: PartFacts =
    kinds.phones === 'virtual' && attached === 0
      ? { state: 'embedded', text: phoneTexts.virtual + counts, missing: ['YUNJI_PHONES'] }
      : kinds.phones === 'none' && attached === 0
        ? { state: 'missing', text: `${phoneTexts.none}，可以按地址接入${counts}`, missing: ['YUNJI_PHONES'] }
        : configured(phoneTexts[kinds.phones] + counts)
  const messages = providerFacts(kinds.sms, 'SMS_PROVIDER', '内置收件箱代替，不会真的发出')
  const noticeSetting = `${kinds.sms.toUpperCase()}_SMS_NOTICE_TEMPLATE`
  return {
    sms:
      messages.state === 'configured' && !sms.canNotify
        ? { ...messages, text: `${messages.text}，只能发验证码，不能发通知`, missing: [noticeSetting] }
        : messages,
    alipay: providerFacts(kinds.alipay, 'ALIPAY_APP_ID', '内置收银台代替，不会真的收款'),
    wechatPay: providerFacts(kinds.wechatPay, 'WECHAT_PAY_MCHID', '内置收银台代替，不会真的收款'),
    storage:
      kinds.storage === 'bucket'
        ? configured('已设置对象存储')
        : { state: 'embedded', text: '存在数据目录的文件里，只够一台主机使用', missing: ['YUNJI_S3_BUCKET'] },
    phones,
  }
}

export const setupRoutes = (deps: SetupTestDeps & { readonly kinds: SetupKinds }): Binding[] => [
  bind(calls.getSetup, async () => {
    const tests = new Map((await listTests(deps.database.db)).map((test) => [test.part, test]))
    const facts = await factsOf(deps, deps.kinds)
    return {
      records: setupParts.map((part) => {
        const test = tests.get(part)
        const { state, text, missing } = facts[part]
        return {
          part,
          state,
          text,
          missing: [...missing],
          lastTest: test
            ? {
                testedAt: test.testedAt.getTime(),
                isOk: test.isOk,
                text: test.text,
                operatorName: test.operatorName,
              }
            : null,
        }
      }),
    }
  }),
  bindSelfAudited(deps.clock, calls.testSetup, (input, { operator }, addAudit) =>
    testSetup(deps, input, operator.name, addAudit),
  ),
]
