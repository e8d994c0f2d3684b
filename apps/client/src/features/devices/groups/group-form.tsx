import { GROUP_NAME_CHARACTERS } from '@yunji/contract/devices/group/schema'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Form } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import styles from './groups.module.css'

interface GroupFormProps {
  readonly name?: string
  readonly action: string
  readonly onSave: (name: string) => Promise<unknown>
}

/** The name of a group. */
export function GroupForm({ name = '', action, onSave }: GroupFormProps) {
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<string>()
  const wanted = typed.trim()
  const { isBusy, run } = useWrite(() => onSave(wanted), { onError: (failure) => setError(messageOf(failure)) })
  return (
    <Form className={styles.form} onSubmit={run}>
      <Field
        label="分组名称"
        value={typed}
        placeholder="请输入分组名称"
        maxLength={GROUP_NAME_CHARACTERS}
        isClearable
        isFocused
        hint={`最多 ${GROUP_NAME_CHARACTERS} 个字`}
        error={error}
        onChange={(value) => {
          setTyped(value)
          setError(undefined)
        }}
      />
      <Button isSubmit isBusy={isBusy} isDisabled={wanted === '' || wanted === name}>
        {action}
      </Button>
    </Form>
  )
}
