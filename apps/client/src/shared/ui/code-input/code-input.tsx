import { VERIFICATION_CODE_CHARACTERS } from '@yunji/contract/validation/credentials'
import { useId, useState } from 'react'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { FieldNote, fieldBox } from '../field/field-parts.tsx'
import { codeDigits, isWholeCode } from './code-digits.ts'
import { CodeField } from './code-field'
import styles from './code-input.module.css'

interface CodeInputProps {
  readonly label?: string
  readonly value: string
  readonly onChange: (digits: string) => void
  /** The last digit is there. */
  readonly onComplete?: (digits: string) => void
  readonly onBlur?: () => void
  readonly error?: string
  readonly isDisabled?: boolean
}

const places = Array.from({ length: VERIFICATION_CODE_CHARACTERS }, (_, place) => place)

/** A verification code: six boxes to look at, one field to type, paste or fill in. */
export function CodeInput(props: CodeInputProps) {
  const { label = '验证码', value, onChange, onComplete, onBlur, error, isDisabled } = props
  const errorId = useId()
  const [isFocused, setFocused] = useState(false)
  const isWrong = Boolean(error)
  const current = Math.min(value.length, VERIFICATION_CODE_CHARACTERS - 1)

  const type = (text: string) => {
    const digits = codeDigits(text)
    if (digits === value) return
    onChange(digits)
    if (isWholeCode(digits)) onComplete?.(digits)
  }

  return (
    <Box>
      <Box className={styles.row}>
        {places.map((place) => {
          const isCurrent = isFocused && place === current
          const className = classes(styles.box, fieldBox({ isFocused: isCurrent, isWrong, isDisabled }))
          return (
            <Box key={place} className={className} isDecoration>
              {value[place] ?? (isCurrent && <Box className={styles.caret} />)}
            </Box>
          )
        })}
        <CodeField
          className={styles.field}
          label={label}
          value={value}
          onChange={type}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false)
            onBlur?.()
          }}
          isDisabled={isDisabled}
          isInvalid={isWrong}
          describedBy={isWrong ? errorId : undefined}
        />
      </Box>
      <FieldNote id={errorId} error={error} />
    </Box>
  )
}
