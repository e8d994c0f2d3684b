import { type ReactNode, useId, useState } from 'react'
import { classes } from '../classes.ts'
import type { TextInputProps } from '../elements/element-props.ts'
import { Box, TextInput } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import { close, eye, eyeOff } from '../icon/icons.ts'
import styles from './field.module.css'
import { FieldAction, FieldNote, fieldBox } from './field-parts.tsx'

type OwnInput =
  | 'label'
  | 'value'
  | 'onChange'
  | 'onBlur'
  | 'kind'
  | 'autoComplete'
  | 'maxLength'
  | 'isDisabled'
  | 'isFocused'

interface FieldProps extends Pick<TextInputProps, OwnInput> {
  readonly placeholder: string
  /** Shows the label above the field; otherwise the placeholder is enough. */
  readonly hasLabel?: boolean
  /** Stands before the value and belongs to it, like a country's prefix. */
  readonly prefix?: string
  readonly after?: ReactNode
  readonly isClearable?: boolean
  /** Hint about the format; replaced by `error`. */
  readonly hint?: string
  /** Action beside the hint or error, for users who cannot fill in the field. */
  readonly noteAction?: ReactNode
  /** Error text; absent while the value is valid or unchecked. */
  readonly error?: string
}

function Prefix({ text }: { readonly text: string }) {
  return (
    <Box className={styles.prefix}>
      {text}
      <Box className={styles.divider} />
    </Box>
  )
}

export function Field({ hasLabel, prefix, after, isClearable, hint, noteAction, error, ...input }: FieldProps) {
  const { label, value, kind, isDisabled, onChange, onBlur } = input
  const errorId = useId()
  const [isFocused, setFocused] = useState(false)
  const [isPasswordShown, setPasswordShown] = useState(false)
  const isWrong = Boolean(error)
  return (
    <Box>
      {hasLabel && (
        <Box as="p" className={styles.label} isDecoration>
          {label}
        </Box>
      )}
      <Box className={classes(styles.box, fieldBox({ isFocused, isWrong, isDisabled }))}>
        {prefix && <Prefix text={prefix} />}
        <TextInput
          {...input}
          kind={isPasswordShown ? 'text' : kind}
          className={styles.input}
          isInvalid={isWrong}
          describedBy={isWrong ? errorId : undefined}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false)
            onBlur?.()
          }}
        />
        {isClearable && value !== '' && !isDisabled && (
          <FieldAction label={`清空${label}`} onTap={() => onChange('')}>
            <Box className={styles.clear}>
              <Icon of={close} size={16} />
            </Box>
          </FieldAction>
        )}
        {kind === 'password' && (
          <FieldAction
            label={isPasswordShown ? '隐藏密码' : '显示密码'}
            onTap={() => setPasswordShown(!isPasswordShown)}
          >
            <Icon of={isPasswordShown ? eye : eyeOff} size={20} />
          </FieldAction>
        )}
        {after}
      </Box>
      {noteAction ? (
        <Box className={styles.noteRow}>
          <Box className={styles.note}>
            <FieldNote id={errorId} hint={hint} error={error} />
          </Box>
          <Box className={styles.noteAction}>{noteAction}</Box>
        </Box>
      ) : (
        <FieldNote id={errorId} hint={hint} error={error} />
      )}
    </Box>
  )
}
