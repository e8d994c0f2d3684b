import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { replacePage } from '../../../shared/platform/router/router.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../shared/ui/elements/elements'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import { lock } from '../../../shared/ui/icon/icons.ts'
import { StatusView } from '../../../shared/ui/status/status-view.tsx'
import styles from './form.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'
import { checkNewPassword, emptyNewPassword } from './password-fields.ts'
import { setFirstPassword } from './passwords.ts'

interface SetPasswordProps {
  readonly onSet: () => void
}

function SetPasswordForm({ onSet }: SetPasswordProps) {
  const { values, isSending, field, submit } = useForm({
    initial: emptyNewPassword,
    check: checkNewPassword,
    send: async ({ newPassword }) => {
      await setFirstPassword(newPassword)
      onSet()
    },
  })
  return (
    <Form className={styles.form} onSubmit={() => void submit()}>
      <NewPasswordFields newPassword={field('newPassword')} repeated={field('repeated')} />
      <Box as="p" className={styles.note}>
        设置后可用手机号和密码登录，其他设备会退出登录。
      </Box>
      <Box className={styles.submit}>
        <Button isSubmit isBusy={isSending} isDisabled={values.newPassword === '' && values.repeated === ''}>
          设置密码
        </Button>
      </Box>
    </Form>
  )
}

/** Sets the first password of an account. */
export function SetPassword({ onSet }: SetPasswordProps) {
  const isKnown = useSession(({ info }) => info !== null)
  const hasOne = useSession(({ showModifyPassword }) => showModifyPassword === 0)
  // As it was when the account was first known: the page stays after the password is set.
  const [hadOne, setHadOne] = useState<boolean>()
  if (isKnown && hadOne === undefined) setHadOne(hasOne)
  if (!hadOne) return <SetPasswordForm onSet={onSet} />
  return (
    <StatusView
      icon={lock}
      title="已经设置过密码"
      hint="需要更换时，请使用修改密码"
      actions={
        <Button size="medium" isNarrow onTap={() => void replacePage(pathOf('user/changePassword'))}>
          修改密码
        </Button>
      }
    />
  )
}
