import { Button } from '../../shared/ui/button.tsx'
import { Box, Form } from '../../shared/ui/elements'
import { Field } from '../../shared/ui/field.tsx'
import { Agreement } from './agreement.tsx'
import { phoneDigits } from './login-fields.ts'
import styles from './login-form.module.css'
import { useLoginForm } from './use-login-form.ts'

interface LoginFormProps {
  readonly onLoggedIn: () => void
}

export function LoginForm({ onLoggedIn }: LoginFormProps) {
  const { values, errors, isSending, field, change, submit } = useLoginForm(onLoggedIn)
  return (
    <Form className={styles.form} onSubmit={() => void submit()}>
      <Field
        {...field('phone')}
        label="手机号"
        kind="phone"
        autoComplete="username"
        placeholder="请输入手机号"
        prefix="+86"
        onChange={(text) => change({ phone: phoneDigits(text) })}
      />
      <Field
        {...field('password')}
        label="密码"
        kind="password"
        autoComplete="current-password"
        placeholder="请输入密码"
        maxLength={64}
        hint="6–13 位，字母和数字组合"
      />
      <Box className={styles.submit}>
        <Button isSubmit isBusy={isSending} busyText="登录中…">
          登录
        </Button>
      </Box>
      <Agreement
        hasAgreed={values.hasAgreed}
        onChange={(hasAgreed) => change({ hasAgreed })}
        error={errors.hasAgreed}
      />
    </Form>
  )
}
