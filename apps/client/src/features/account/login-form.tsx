import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Box, Form, Tap } from '../../shared/ui/elements'
import { Field } from '../../shared/ui/field.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { eye, eyeOff } from '../../shared/ui/icons.ts'
import { Agreement } from './agreement.tsx'
import styles from './login-form.module.css'
import { useLoginForm } from './use-login-form.ts'

interface LoginFormProps {
  readonly onLoggedIn: () => void
}

export function LoginForm({ onLoggedIn }: LoginFormProps) {
  const { fields, errors, isSending, setPhone, setPassword, setAgreed, submit } = useLoginForm(onLoggedIn)
  const [isPasswordShown, setPasswordShown] = useState(false)
  return (
    <Form className={styles.form} onSubmit={() => void submit()}>
      <Field
        label="手机号"
        kind="phone"
        autoComplete="username"
        placeholder="请输入手机号"
        value={fields.phone}
        onChange={setPhone}
        error={errors.phone}
        before={
          <Box className={styles.prefix}>
            +86
            <Box className={styles.divider} />
          </Box>
        }
      />
      <Field
        label="密码"
        kind={isPasswordShown ? 'text' : 'password'}
        autoComplete="current-password"
        placeholder="请输入密码"
        maxLength={64}
        value={fields.password}
        onChange={setPassword}
        hint="6–13 位，字母和数字组合"
        error={errors.password}
        after={
          <Tap
            className={styles.eye}
            label={isPasswordShown ? '隐藏密码' : '显示密码'}
            onTap={() => setPasswordShown(!isPasswordShown)}
          >
            <Icon of={isPasswordShown ? eye : eyeOff} size={20} />
          </Tap>
        }
      />
      <Box className={styles.submit}>
        <Button isSubmit isDisabled={isSending}>
          登录
        </Button>
      </Box>
      <Agreement hasAgreed={fields.hasAgreed} onChange={setAgreed} error={errors.hasAgreed} />
    </Form>
  )
}
