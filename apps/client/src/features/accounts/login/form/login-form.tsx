import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { useState } from 'react'
import { PhoneField } from '../../../../shared/accounts/phone-field.tsx'
import { SmsCodeField } from '../../../../shared/accounts/sms-code-field.tsx'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Tabs } from '../../../../shared/ui/choice/tabs.tsx'
import { Box, Form } from '../../../../shared/ui/elements/elements'
import { Field } from '../../../../shared/ui/field/field.tsx'
import { WechatWay } from '../wechat/wechat-way'
import { Agreement } from './agreement.tsx'
import { finishLogin } from './leave-login.ts'
import { isCodeNeeded } from './login-fields.ts'
import styles from './login-form.module.css'
import { LoginWelcome } from './login-header.tsx'
import { ResetPasswordSheet } from './reset-password-sheet.tsx'
import { SavedNumbers } from './saved-numbers.tsx'
import { useLoginForm } from './use-login-form.ts'

interface LoginFormProps {
  /** Prefilled phone number. */
  readonly phone?: string
  /** Page to return to after the login. */
  readonly returnPath: string | undefined
}

const ways = [
  { value: 'password', label: '密码登录' },
  { value: 'code', label: '验证码登录' },
] as const

const hints = { password: '登录后继续使用你的云手机', code: '未注册的手机号验证后自动创建账号' } as const

export function LoginForm({ phone = '', returnPath }: LoginFormProps) {
  const { values, errors, isSending, field, change, submit } = useLoginForm(phone, () => void finishLogin(returnPath))
  const [isResetting, setResetting] = useState(false)
  const [isAgreementMissing, setAgreementMissing] = useState(false)
  const { way, password, code, hasAgreed } = values
  // Errors start over when the login method changes.
  const changeWay = (next: typeof way) => change({ way: next, password, code })
  const mayBegin = () => {
    setAgreementMissing(!hasAgreed)
    return hasAgreed
  }
  return (
    <LoginWelcome hint={hints[way]}>
      <Tabs label="登录方式" options={ways} value={way} isCompact onChange={changeWay} />
      <Form className={styles.form} onSubmit={() => void submit()}>
        <PhoneField
          {...field('phone')}
          isUserName
          after={<SavedNumbers onChoose={(known) => change({ phone: known })} />}
        />
        {way === 'password' && (
          <Box className={isCodeNeeded(values) ? styles.aboveCode : styles.password}>
            <Field
              {...field('password')}
              label="密码"
              kind="password"
              autoComplete="current-password"
              placeholder="请输入密码"
              maxLength={64}
              hint="6–13 位，字母和数字组合"
              noteAction={<TextLink onTap={() => setResetting(true)}>忘记密码</TextLink>}
            />
          </Box>
        )}
        {isCodeNeeded(values) && (
          <SmsCodeField {...field('code')} purpose={SmsPurpose.login} mobilePhone={values.phone} />
        )}
        <Box className={styles.submit}>
          <Button isSubmit isBusy={isSending} busyText="登录中…">
            登录
          </Button>
        </Box>
        <Agreement
          hasAgreed={hasAgreed}
          onChange={(agreed) => {
            setAgreementMissing(false)
            change({ hasAgreed: agreed })
          }}
          error={errors.hasAgreed ?? (isAgreementMissing ? '请先阅读并同意用户协议和隐私政策' : undefined)}
        />
      </Form>
      <WechatWay mayBegin={mayBegin} returnPath={returnPath} />
      <ResetPasswordSheet
        isOpen={isResetting}
        phone={values.phone}
        onClose={() => setResetting(false)}
        onReset={(known, newPassword) => {
          setResetting(false)
          change({ way: 'password', phone: known, password: newPassword })
        }}
      />
    </LoginWelcome>
  )
}
