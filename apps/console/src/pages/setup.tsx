import { type SetupPart, type SetupState, setupPartLabels } from '@yunji/contract/operator/setup'
import { getSetup, testSetup } from '@yunji/contract/operator/setup-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, Submit, TextField, useContractForm } from '../ui/form.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Card, Facts, State, type Tone } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { time } from './labels.tsx'

type Part = CallData<typeof getSetup>['records'][number]

const stateNames: Readonly<Record<SetupState, string>> = {
  configured: '已设置',
  embedded: '内置代替',
  missing: '没有设置',
}
const stateTones: Readonly<Record<SetupState, Tone>> = { configured: 'run', embedded: 'soon', missing: 'dead' }

const testNames: Readonly<Record<SetupPart, string>> = {
  sms: '发一条测试短信',
  alipay: '查询一笔不存在的订单',
  wechatPay: '查询一笔不存在的订单',
  storage: '存取一个文件',
  phones: '探测一台云手机',
}

export default function SetupPage() {
  const setup = useCall(getSetup, {})
  return (
    <Async of={setup}>
      {({ records }) => (
        <div className={styles.stackedCards}>
          {records.map((part) => (
            <PartCard key={part.part} part={part} />
          ))}
        </div>
      )}
    </Async>
  )
}

function PartCard({ part }: { readonly part: Part }) {
  const mayTest = useRight('settings.write')
  const [isAsking, setAsking] = useState(false)
  const test = useWrite(testSetup, { onDone: ({ isOk, text }) => showToast(text, isOk ? undefined : 'error') })
  const { lastTest } = part
  return (
    <Card
      title={setupPartLabels[part.part]}
      note={<State tone={stateTones[part.state]}>{stateNames[part.state]}</State>}
    >
      <div className={styles.detail}>
        <Facts
          of={[
            ['说明', part.text],
            ['缺少的设置项', part.missing.length > 0 ? <code key="missing">{part.missing.join(' ')}</code> : '没有'],
            ['最近一次测试', lastTest ? `${time(lastTest.testedAt)}，${lastTest.operatorName}` : '还没有测试过'],
            ['结果', lastTest ? `${lastTest.isOk ? '成功' : '失败'}：${lastTest.text}` : ''],
          ]}
        />
        {mayTest && (
          <div className={styles.buttons}>
            <Button
              isBusy={test.isPending}
              disabled={part.state === 'missing' && part.part !== 'phones'}
              onClick={() => (part.part === 'sms' ? setAsking(true) : test.mutate({ part: part.part }))}
            >
              {testNames[part.part]}
            </Button>
          </div>
        )}
      </div>
      <Dialog
        title="发一条测试短信"
        description="收到的验证码不能用来登录。每分钟最多一条。"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <SmsForm onDone={() => setAsking(false)} />
      </Dialog>
    </Card>
  )
}

function SmsForm({ onDone }: { readonly onDone: () => void }) {
  const form = useContractForm<{ part: 'sms'; mobilePhone: string }>(testSetup.input, { part: 'sms', mobilePhone: '' })
  const test = useWrite(testSetup, {
    isQuiet: true,
    onDone: ({ isOk, text }) => {
      showToast(text, isOk ? undefined : 'error')
      onDone()
    },
  })
  return (
    <Form form={form} write={test} onSubmit={(values) => test.mutate(values)}>
      <TextField name="mobilePhone" label="接收的手机号" inputMode="numeric" maxLength={11} />
      <Submit isBusy={test.isPending}>发送</Submit>
    </Form>
  )
}
