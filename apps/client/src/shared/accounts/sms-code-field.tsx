import type { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { VERIFICATION_CODE_CHARACTERS } from '@yunji/contract/validation/credentials'
import { useState } from 'react'
import { callApi } from '../api/client.ts'
import { deviceToken } from '../session/device-token.ts'
import { useSession } from '../session/session.ts'
import { CodeInput } from '../ui/code-input/code-input.tsx'
import { useResendTimes } from '../ui/code-input/resend.ts'
import { SendCode } from '../ui/code-input/send-code.tsx'
import { Box } from '../ui/elements/elements'
import { createCodeRequest } from './request-code.ts'
import styles from './sms-code-field.module.css'

interface SmsCodeFieldProps {
  readonly purpose: SmsPurpose
  /** Destination of the code, possibly incomplete; absent for the account's own number. */
  readonly mobilePhone?: string
  readonly value: string
  readonly onChange: (digits: string) => void
  readonly onComplete?: (digits: string) => void
  readonly onBlur?: () => void
  readonly error?: string
}

const askForCode = createCodeRequest(callApi, deviceToken)

/** SMS code: request, countdown and input. */
export function SmsCodeField({ purpose, mobilePhone, value, onChange, onComplete, onBlur, error }: SmsCodeFieldProps) {
  const userId = useSession((state) => state.userId)
  const id = `${purpose}:${mobilePhone ?? userId}`
  const isSent = useResendTimes((times) => times[id] !== undefined)
  const [refusal, setRefusal] = useState<{ readonly id: string; readonly text?: string }>()

  const send = async () => {
    setRefusal(undefined)
    const { waitSeconds, refusal: text } = await askForCode(purpose, mobilePhone)
    setRefusal({ id, text })
    return waitSeconds
  }

  const type = (digits: string) => {
    setRefusal(undefined)
    onChange(digits)
  }

  // An error about another number is cleared.
  const refused = refusal?.id === id ? refusal.text : undefined
  return (
    <Box>
      <Box className={styles.row}>
        <Box as="span" className={styles.state} live="polite">
          {isSent ? `${VERIFICATION_CODE_CHARACTERS} 位验证码已发送` : '短信验证码'}
        </Box>
        <SendCode id={id} onSend={send} />
      </Box>
      <CodeInput
        label="短信验证码"
        value={value}
        onChange={type}
        onComplete={onComplete}
        onBlur={onBlur}
        error={error ?? refused}
      />
    </Box>
  )
}
