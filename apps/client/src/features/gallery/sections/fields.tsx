import { useState } from 'react'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { CodeInput } from '../../../shared/ui/code-input/code-input.tsx'
import { useResendTimes } from '../../../shared/ui/code-input/resend.ts'
import { SendCode } from '../../../shared/ui/code-input/send-code.tsx'
import { Field } from '../../../shared/ui/field/field.tsx'
import { TextArea } from '../../../shared/ui/field/text-area.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Paper, Row, Specimen } from '../specimen.tsx'

const nothing = () => undefined

function Fields() {
  const [name, setName] = useState('云端农场 02')
  const [password, setPassword] = useState('yunji2026')
  return (
    <>
      <Specimen title="field: empty, with prefix and hint">
        <Paper>
          <Field label="手机号" kind="phone" prefix="+86" placeholder="请输入手机号" value="" onChange={nothing} />
          <Field label="备注" hasLabel hint="最多 12 个字" placeholder="给设备起个名字" value="" onChange={nothing} />
        </Paper>
      </Specimen>
      <Specimen title="field: filled, clear, password">
        <Paper>
          <Field label="名称" placeholder="请输入名称" value={name} onChange={setName} isClearable />
          <Field label="密码" kind="password" placeholder="请输入密码" value={password} onChange={setPassword} />
          <Field
            label="旧密码"
            kind="password"
            placeholder="请输入密码"
            value=""
            onChange={nothing}
            hint="6–13 位，字母和数字组合"
            noteAction={<TextLink onTap={nothing}>忘记密码</TextLink>}
          />
          <Field
            label="邀请码"
            placeholder="选填"
            value="YJ2026"
            onChange={nothing}
            after={<TextLink onTap={nothing}>粘贴</TextLink>}
          />
        </Paper>
      </Specimen>
      <Specimen title="field: wrong, disabled">
        <Paper>
          <Field
            label="手机号"
            kind="phone"
            placeholder=""
            value="1380013"
            onChange={nothing}
            error="手机号格式不正确"
          />
          <Field label="手机号" placeholder="" value="138****6021" onChange={nothing} isDisabled />
        </Paper>
      </Specimen>
    </>
  )
}

/** A fixed clock, for stable screenshots. */
const STANDING_MS = 1_763_193_600_000
const standing = () => STANDING_MS
useResendTimes.setState({ 'gallery:waiting': STANDING_MS + 47_000, 'gallery:again': STANDING_MS })

const sendAtOnce = () => Promise.resolve(60)
const sendNever = () => new Promise<number>(nothing)

function Codes() {
  const [code, setCode] = useState('')
  const [complete, setComplete] = useState('')
  return (
    <>
      <Specimen title="code: to try">
        <Paper>
          <Row>
            {complete ? `验证码 ${complete}` : '6 位验证码'}
            <SendCode id="gallery:try" onSend={sendAtOnce} />
          </Row>
          <CodeInput value={code} onChange={setCode} onComplete={setComplete} />
        </Paper>
      </Specimen>
      <Specimen title="code: half, wrong, disabled">
        <Paper>
          <CodeInput label="验证码（未完成）" value="307" onChange={nothing} />
          <CodeInput label="验证码（错误）" value="307512" onChange={nothing} error="验证码不正确" />
          <CodeInput label="验证码（不可用）" value="" onChange={nothing} isDisabled />
        </Paper>
      </Specimen>
      <Specimen title="send code: first, waiting, again, under way when tapped">
        <Paper>
          <Row>
            <SendCode id="gallery:first" onSend={sendNever} clock={standing} />
            <SendCode id="gallery:waiting" onSend={sendAtOnce} clock={standing} />
            <SendCode id="gallery:again" onSend={sendAtOnce} clock={standing} />
          </Row>
        </Paper>
      </Specimen>
    </>
  )
}

const FULL = '云手机在夜里自己重启了两次，游戏掉线。'.repeat(8)

function LongTexts() {
  const [text, setText] = useState('')
  return (
    <>
      <Specimen title="long text: to try">
        <Paper>
          <TextArea label="问题描述" placeholder="说说遇到的问题，方便我们更快处理" value={text} onChange={setText} />
        </Paper>
      </Specimen>
      <Specimen title="long text: full, wrong, disabled">
        <Paper>
          <TextArea label="已满" value={[...FULL].slice(0, 140).join('')} onChange={nothing} />
          <TextArea label="错误" value="" placeholder="请输入" onChange={nothing} error="请填写问题描述" />
          <TextArea label="不可用" value="已提交的内容" onChange={nothing} isDisabled />
        </Paper>
      </Specimen>
    </>
  )
}

function Content() {
  return (
    <>
      <Fields />
      <Codes />
      <LongTexts />
    </>
  )
}

export const fieldsSection: GallerySection = { id: 'fields', title: '输入', Content }
