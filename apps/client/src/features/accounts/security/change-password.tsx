import { pathOf } from '@yunji/contract/pages'
import { replacePage } from '../../../shared/platform/router/router.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import { lock } from '../../../shared/ui/icon/icons.ts'
import { StatusView } from '../../../shared/ui/status/status-view.tsx'
import styles from './form.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'
import { checkPasswordChange, emptyPasswordChange } from './password-fields.ts'
import { changePassword } from './passwords.ts'

interface ChangePasswordProps {
  readonly onChanged: () => void
}

function ChangePasswordForm({ onChanged }: ChangePasswordProps) {
  const { values, isSending, field, submit } = useForm({
    initial: emptyPasswordChange,
    check: checkPasswordChange,
    send: async ({ oldPassword, newPassword }) => {
      await changePassword(oldPassword, newPassword)
      onChanged()
    },
  })
  return (
    <Form className={styles.form} onSubmit={() => void submit()}>
      <Field
        {...field('oldPassword')}
        label="原密码"
        hasLabel
        kind="password"
        autoComplete="current-password"
        placeholder="请输入原密码"
        maxLength={64}
      />
      <NewPasswordFields newPassword={field('newPassword')} repeated={field('repeated')} />
      <Box as="p" className={styles.note}>
        修改后，其他设备会退出登录，需要用新密码重新登录。忘记原密码时，可退出后在登录页重设。
      </Box>
      <Box className={styles.submit}>
        <Button isSubmit isBusy={isSending} isDisabled={Object.values(values).every((value) => value === '')}>
          确认修改
        </Button>
      </Box>
    </Form>
  )
}

/** Another password in place of the one there is. */
export function ChangePassword({ onChanged }: ChangePasswordProps) {
  const hasNone = useSession((state) => state.showModifyPassword === 1)
  if (!hasNone) return <ChangePasswordForm onChanged={onChanged} />
  return (
    <StatusView
      icon={lock}
      title="还没有设置密码"
      hint="设置后可以用密码登录，也能转移设备"
      actions={
        <Button size="medium" isNarrow onTap={() => void replacePage(pathOf('user/setPassword'))}>
          去设置
        </Button>
      }
    />
  )
}
