import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  proveSecondFactor,
} from '@yunji/contract/operator/account-calls'
import { OPERATOR_PASSWORD_MINIMUM_CHARACTERS, type OperatorStep } from '@yunji/contract/wire/operator-roles'
import { useEffect, useMemo, useState } from 'react'
import { renderSVG } from 'uqr'
import { messageOf } from '../../api/call-api.ts'
import { useWrite } from '../../api/query.ts'
import { leaveSession } from '../../session/log-out.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Form, Submit, TextField, useContractForm } from '../../ui/form.tsx'
import { copyText, downloadText } from '../../ui/save-text.ts'
import { Skeleton } from '../../ui/states.tsx'
import { LoginFrame } from './frame.tsx'
import styles from './login.module.css'

function LeaveButton() {
  return (
    <Button tone="ghost" onClick={() => leaveSession()}>
      换个账号登录
    </Button>
  )
}

interface StepsProps {
  readonly step: Exclude<OperatorStep, 'ready'>
  readonly name: string
  /** Recovery codes are shown after the server already counts the step as done. */
  readonly onRecoveryCodes: (codes: readonly string[]) => void
}

/** Steps that a session still lacks, in the order of the server. */
export function Steps({ step, name, onRecoveryCodes }: StepsProps) {
  switch (step) {
    case 'secondFactor':
      return <ProveSecondFactor name={name} />
    case 'changePassword':
      return (
        <LoginFrame
          title="设置新密码"
          text={`初始密码只能用一次，请设置至少 ${OPERATOR_PASSWORD_MINIMUM_CHARACTERS} 位的新密码。`}
          foot={<LeaveButton />}
        >
          <ChangePassword />
        </LoginFrame>
      )
    case 'enrolSecondFactor':
      return <Enrol name={name} onRecoveryCodes={onRecoveryCodes} />
  }
}

export function ChangePassword({ onDone }: { readonly onDone?: () => void }) {
  const form = useContractForm(changePassword.input, { oldPassword: '', newPassword: '' })
  const change = useWrite(changePassword, { isQuiet: true, done: '密码已修改，其他登录已失效', onDone })
  return (
    <Form form={form} write={change} onSubmit={(values) => change.mutate(values)}>
      <TextField name="oldPassword" label="当前密码" type="password" autoComplete="current-password" autoFocus />
      <TextField
        name="newPassword"
        label="新密码"
        type="password"
        autoComplete="new-password"
        hint={`至少 ${OPERATOR_PASSWORD_MINIMUM_CHARACTERS} 位，建议用几个不相关的词`}
      />
      <Submit isBusy={change.isPending} isWide>
        修改密码
      </Submit>
    </Form>
  )
}

function ProveSecondFactor({ name }: { readonly name: string }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <LoginFrame
      title={isRecovery ? '使用恢复码' : '动态口令'}
      text={isRecovery ? '每个恢复码只能用一次。' : `请打开验证器，输入「${name}」的 6 位动态口令。`}
      foot={
        <>
          <Button tone="ghost" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? '使用动态口令' : '使用恢复码'}
          </Button>
          <LeaveButton />
        </>
      }
    >
      {isRecovery ? <CodeForm key="recovery" kind="recoveryCode" /> : <CodeForm key="totp" kind="totp" />}
    </LoginFrame>
  )
}

function CodeForm({ kind }: { readonly kind: 'totp' | 'recoveryCode' }) {
  const form = useContractForm<{ totp?: string; recoveryCode?: string }>(proveSecondFactor.input, { [kind]: '' })
  const prove = useWrite(proveSecondFactor, { isQuiet: true })
  return (
    <Form
      form={form}
      write={prove}
      onSubmit={(values) => prove.mutate(values, { onError: () => form.resetField(kind) })}
    >
      {kind === 'totp' ? (
        <TextField
          name="totp"
          label="动态口令"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
        />
      ) : (
        <TextField name="recoveryCode" label="恢复码" placeholder="xxxxx-xxxxx" spellCheck={false} autoFocus />
      )}
      <Submit isBusy={prove.isPending} isWide>
        继续
      </Submit>
    </Form>
  )
}

function Enrol({ name, onRecoveryCodes }: Pick<StepsProps, 'name' | 'onRecoveryCodes'>) {
  const begin = useWrite(beginSecondFactor, { isQuiet: true })
  const { mutate } = begin
  useEffect(() => mutate({}), [mutate])
  const form = useContractForm(confirmSecondFactor.input, { totp: '' })
  const confirmation = useWrite(confirmSecondFactor, {
    isQuiet: true,
    onDone: ({ recoveryCodes }) => onRecoveryCodes(recoveryCodes),
  })
  const { data } = begin
  // Dark modules on white in both themes: readers expect it.
  const picture = useMemo(() => data && renderSVG(data.uri, { border: 2, pixelSize: 5 }), [data])
  return (
    <LoginFrame
      title="绑定动态口令"
      text="用验证器扫描二维码，再输入它显示的 6 位数字。之后每次登录都需要它。"
      foot={<LeaveButton />}
    >
      {data && picture ? (
        <div className={styles.enrol}>
          <img
            className={styles.qr}
            alt={`「${name}」的动态口令二维码`}
            src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
          />
          <p className={styles.text}>不能扫描时，在验证器中手动输入密钥：</p>
          <div className={styles.secret}>
            <code>{data.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
            <Button tone="tint" icon="copy" onClick={() => void copyText(data.secret, '密钥已复制')}>
              复制
            </Button>
          </div>
        </div>
      ) : begin.error ? (
        <div className={styles.enrol}>
          <p role="alert">{messageOf(begin.error)}</p>
          <Button tone="tint" icon="refresh" onClick={() => mutate({})}>
            重试
          </Button>
        </div>
      ) : (
        <Skeleton rows={6} />
      )}
      <Form
        form={form}
        write={confirmation}
        onSubmit={(values) => confirmation.mutate(values, { onError: () => form.resetField('totp') })}
      >
        <TextField name="totp" label="动态口令" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        <Submit isBusy={confirmation.isPending} isWide isDisabled={!data}>
          绑定
        </Submit>
      </Form>
    </LoginFrame>
  )
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly name: string
  readonly onDone: () => void
}

/** Shown once: the server keeps hashes only. */
export function RecoveryCodeList({ codes, name }: Omit<RecoveryCodesProps, 'onDone'>) {
  const text = codes.join('\n')
  return (
    <>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <Button icon="copy" onClick={() => void copyText(text, '恢复码已复制')}>
          复制
        </Button>
        <Button icon="download" onClick={() => downloadText(`yunji-${name}-recovery-codes.txt`, `${text}\n`)}>
          下载
        </Button>
      </div>
    </>
  )
}

export function RecoveryCodes({ codes, name, onDone }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false)
  return (
    <LoginFrame title="保存恢复码" text="手机不在身边时，用恢复码代替动态口令，每个只能用一次。离开本页后不再显示。">
      <RecoveryCodeList codes={codes} name={name} />
      <Check label="我已经保存好恢复码" isChecked={isKept} onChange={setKept} />
      <Button tone="primary" isWide disabled={!isKept} onClick={onDone}>
        进入后台
      </Button>
    </LoginFrame>
  )
}
