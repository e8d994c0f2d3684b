import { TEXTAREA_MAXIMUM_CHARACTERS } from '@yunji/contract/display/limits'
import { formatCount } from '@yunji/contract/display/text'
import { useId, useState } from 'react'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { countCharacters } from './characters.ts'
import { FieldNote, fieldBox } from './field-parts.tsx'
import { LongTextField } from './long-text-field'
import styles from './text-area.module.css'

interface TextAreaProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly placeholder?: string
  readonly maximum?: number
  readonly error?: string
  readonly isDisabled?: boolean
  readonly onBlur?: () => void
}

/** A text of several lines, and how much of it there may be. */
export function TextArea(props: TextAreaProps) {
  const { label, value, onChange, placeholder, maximum = TEXTAREA_MAXIMUM_CHARACTERS, error, isDisabled } = props
  const errorId = useId()
  const [isFocused, setFocused] = useState(false)
  const isWrong = Boolean(error)
  const count = countCharacters(value)
  return (
    <Box>
      <Box className={classes(styles.box, fieldBox({ isFocused, isWrong, isDisabled }))}>
        <LongTextField
          className={styles.input}
          label={`${label}，最多 ${maximum} 字`}
          value={value}
          onChange={onChange}
          maximum={maximum}
          placeholder={placeholder}
          isDisabled={isDisabled}
          isInvalid={isWrong}
          describedBy={isWrong ? errorId : undefined}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false)
            props.onBlur?.()
          }}
        />
        <Box
          className={classes(styles.count, count >= maximum && styles.full, isDisabled && styles.disabled)}
          isDecoration
        >
          {`${formatCount(count)}/${formatCount(maximum)}`}
        </Box>
      </Box>
      <FieldNote id={errorId} error={error} />
    </Box>
  )
}
