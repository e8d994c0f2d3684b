import { isNickname, NICKNAME_MAXIMUM_CHARACTERS, NICKNAME_MESSAGE } from '@yunji/contract/accounts/profile/rules'
import { messageOf } from '../../../shared/api/api-error.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import styles from './profile.module.css'
import { changeName } from './profile-changes.ts'

interface NameFormProps {
  readonly name: string
  readonly onTyped: (name: string) => void
  readonly onSaved: () => void
}

export function NameForm({ name, onTyped, onSaved }: NameFormProps) {
  const { values, isSending, field, change, submit } = useForm({
    initial: { name },
    check: (typed): { name?: string } => (isNickname(typed.name.trim()) ? {} : { name: NICKNAME_MESSAGE }),
    send: async (typed) => {
      await changeName(typed.name.trim())
      onSaved()
    },
    explain: (error) => ({ name: messageOf(error) }),
  })
  const type = (text: string) => {
    change({ name: text })
    onTyped(text)
  }
  const typed = values.name.trim()
  return (
    <Form className={styles.nameForm} onSubmit={() => void submit()}>
      <Field
        {...field('name')}
        label="昵称"
        autoComplete="nickname"
        placeholder="请输入昵称"
        maxLength={NICKNAME_MAXIMUM_CHARACTERS}
        isClearable
        hint={`${values.name.length}/${NICKNAME_MAXIMUM_CHARACTERS}`}
        onChange={type}
      />
      <Box className={styles.nameAction}>
        <Button isSubmit isBusy={isSending} busyText="保存中…" isDisabled={typed === '' || typed === name}>
          保存
        </Button>
      </Box>
    </Form>
  )
}
