import type { ReactNode } from 'react'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Form } from '../../../shared/ui/elements/elements'
import styles from './verification.module.css'

interface VerificationFormProps {
  readonly isSending: boolean
  readonly onSubmit: () => Promise<unknown>
  readonly children: ReactNode
}

/** Frame of a verification form with its submit button. */
export function VerificationForm({ isSending, onSubmit, children }: VerificationFormProps) {
  return (
    <Form className={styles.form} onSubmit={() => void onSubmit()}>
      {children}
      <Button isSubmit isBusy={isSending}>
        提交审核
      </Button>
    </Form>
  )
}
