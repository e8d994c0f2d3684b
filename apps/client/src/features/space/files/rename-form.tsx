import { fileNameRefusal } from '@yunji/contract/space/file/rules'
import type { SpaceFile } from '@yunji/contract/space/file/schema'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { renameFile } from './files.ts'
import styles from './space-files.module.css'

const NAME_CHARACTERS = 200

interface RenameFormProps {
  readonly file: SpaceFile
  readonly onDone: () => void
}

/** Refusals stand under the field, by the page (1083) and by the server (1030). */
export function RenameForm({ file: { fileId, name }, onDone }: RenameFormProps) {
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<string>()
  const wanted = typed.trim()
  const { isBusy, run } = useWrite(
    async () => {
      await renameFile(fileId, wanted)
      showToast('已改名', 'success')
      onDone()
    },
    { onError: (failure) => setError(messageOf(failure)) },
  )
  const submit = () => {
    const refusal = fileNameRefusal(wanted)
    if (refusal === undefined) run()
    else setError(refusal)
  }
  return (
    <Form className={styles.form} onSubmit={submit}>
      <Field
        label="文件名"
        value={typed}
        placeholder="请输入文件名"
        maxLength={NAME_CHARACTERS}
        isClearable
        isFocused
        error={error}
        onChange={(value) => {
          setTyped(value)
          setError(undefined)
        }}
      />
      <Box className={styles.formAction}>
        <Button isSubmit isBusy={isBusy} busyText="保存中…" isDisabled={wanted === '' || wanted === name}>
          保存
        </Button>
      </Box>
    </Form>
  )
}
