import { type ReactNode, useId, useState } from 'react'
import { classes } from './classes.ts'
import type { TextInputProps } from './element-props.ts'
import { Box, TextInput } from './elements'
import styles from './field.module.css'

interface FieldProps
  extends Pick<TextInputProps, 'label' | 'value' | 'onChange' | 'kind' | 'autoComplete' | 'maxLength'> {
  readonly placeholder: string
  /** What the value should look like; gives way to what is wrong with it. */
  readonly hint?: string
  /** What is wrong with the value, in words; nothing when it is right or not looked at yet. */
  readonly error?: string
  readonly before?: ReactNode
  readonly after?: ReactNode
}

export function Field({ hint, error, before, after, ...input }: FieldProps) {
  const errorId = useId()
  const [isFocused, setFocused] = useState(false)
  return (
    <Box>
      <Box className={classes(styles.box, isFocused && styles.focused, !isFocused && Boolean(error) && styles.wrong)}>
        {before}
        <TextInput
          {...input}
          className={styles.input}
          isInvalid={Boolean(error)}
          describedBy={error ? errorId : undefined}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
        {after}
      </Box>
      {error ? (
        <Box as="p" id={errorId} role="alert" className={classes(styles.note, styles.error)}>
          {error}
        </Box>
      ) : (
        hint && (
          <Box as="p" className={styles.note}>
            {hint}
          </Box>
        )
      )}
    </Box>
  )
}
