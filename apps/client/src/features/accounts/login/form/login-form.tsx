import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { pathOf } from '@yunji/contract/pages'
import { isMobile } from '@yunji/contract/validation/credentials'
import { useState } from 'react'
import { PhoneField } from '../../../../shared/accounts/phone-field.tsx'
import { SmsCodeField } from '../../../../shared/accounts/sms-code-field.tsx'
import { useSavedAccounts } from '../../../../shared/session/session.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Tabs } from '../../../../shared/ui/choice/tabs.tsx'
import { Box, Form } from '../../../../shared/ui/elements/elements'
import { Field } from '../../../../shared/ui/field/field.tsx'
import { takeAgreement } from '../wechat/pending-bind.ts'
import { WechatWay } from '../wechat/wechat-way'
import { Agreement } from './agreement.tsx'
import { finishLogin } from './leave-login.ts'
import { isCodeNeeded, wayFor } from './login-fields.ts'
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

const password = { value: 'password', label: '密码登录' } as const
const code = { value: 'code', label: '验证码登录' } as const

const hints = { password: '登录后继续使用你的云手机', code: '未注册的手机号验证后自动创建账号' } as const

export function LoginForm({ phone = '', returnPath }: LoginFormProps) {
  const [keptAgreement] = useState(takeAgreement)
  const { values, errors, isSending, field, change, submit } = useLoginForm(
    { phone, hasAgreed: keptAgreement },
    () => void finishLogin(returnPath),
  )
  const [isResetting, setResetting] = useState(false)
  const [isAgreementMissing, setAgreementMissing] = useState(false)
  const { way, hasAgreed } = values
  const saved = useSavedAccounts()
  // The offered method stands first, and stays there while somebody types.
  const [ways] = useState(() => (way === 'code' ? [code, password] : [password, code]))
  const [hasChosen, setChosen] = useState(false)
  const choose = (next: typeof way) => {
    setChosen(true)
    // Errors start over when the login method changes.
    change({ way: next, password: values.password, code: values.code })
  }
  /** A whole number brings its method along, unless the user has chosen one or typed a password. */
  const changePhone = (typed: string) => {
    const offered = isMobile(typed) && !hasChosen && !values.password ? wayFor(typed, saved) : way
    change(offered === way ? { phone: typed } : { phone: typed, way: offered })
  }
  const mayBegin = () => {
    setAgreementMissing(!hasAgreed)
    return hasAgreed
  }
  return (
    <LoginWelcome hint={hints[way]}>
      <Tabs label="登录方式" options={ways} value={way} isCompact onChange={choose} />
      <Form className={styles.form} onSubmit={() => void submit()}>
        <PhoneField
          {...field('phone')}
          onChange={changePhone}
          isUserName
          after={<SavedNumbers onChoose={changePhone} />}
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
            {way === 'code' ? '登录 / 注册' : '登录'}
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
      <Box className={styles.help}>
        <TextLink tone="ink" to={pathOf('CustomerService/index')}>
          登录遇到问题？
        </TextLink>
      </Box>
      <WechatWay mayBegin={mayBegin} returnPath={returnPath} />
      <ResetPasswordSheet
        isOpen={isResetting}
        phone={values.phone}
        onClose={() => setResetting(false)}
        onReset={(known, newPassword) => {
          setResetting(false)
          setChosen(true)
          change({ way: 'password', phone: known, password: newPassword })
        }}
      />
    </LoginWelcome>
  )
}
