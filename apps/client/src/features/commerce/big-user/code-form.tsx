import { useState } from 'react'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box, Form } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { linkCodeIn } from './basket.ts'
import styles from './big-user.module.css'

const LONGEST = 512

interface CodeFormProps {
  readonly onCode: (linkCode: string) => void
}

/** Entry of a link or code. */
export function CodeForm({ onCode }: CodeFormProps) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = () => {
    const code = linkCodeIn(text)
    setWrong(!code)
    if (code) onCode(code)
  }
  return (
    <Page route="create/bigUserBuyGoods">
      <Box className={styles.list}>
        <Card isPadded title="采购链接">
          <Form className={styles.form} onSubmit={submit}>
            <Box className={styles.note}>粘贴客户经理发给你的采购链接或链接码，查看专属报价</Box>
            <Field
              label="采购链接或链接码"
              placeholder="请输入采购链接或链接码"
              value={text}
              maxLength={LONGEST}
              isClearable
              error={isWrong ? '没有认出链接码，请检查后重试' : undefined}
              onChange={setText}
            />
            <Button isSubmit>查看报价</Button>
          </Form>
        </Card>
      </Box>
    </Page>
  )
}
