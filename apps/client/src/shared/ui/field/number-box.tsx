import { NUMBER_BOX_DEFAULT_MINIMUM } from '@yunji/contract/display/limits'
import { useState } from 'react'
import { classes } from '../classes.ts'
import { Box, Tap, TextInput } from '../elements/elements'
import { minus, plus } from '../icon/controls.ts'
import { Icon } from '../icon/icon.tsx'
import { countDigits, countOf, withinLimits } from './count.ts'
import styles from './number-box.module.css'

interface NumberBoxProps {
  /** Accessible name of the counter. */
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly minimum?: number
  readonly maximum?: number
  readonly isDisabled?: boolean
}

/** A count, to step through or to type. */
export function NumberBox(props: NumberBoxProps) {
  const { label, value, onChange, minimum = NUMBER_BOX_DEFAULT_MINIMUM, maximum, isDisabled } = props
  const limits = { minimum, maximum }
  // Typed text may be empty or above the limit; it is clamped on blur.
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? String(value)

  const type = (text: string) => {
    const digits = countDigits(text)
    setTyped(digits)
    if (countOf(digits, limits) === Number(digits)) onChange(Number(digits))
  }
  const settle = () => {
    setTyped(undefined)
    if (typed !== undefined) onChange(countOf(typed, limits))
  }
  const step = (by: number) => {
    setTyped(undefined)
    onChange(withinLimits(value + by, limits))
  }

  const steps = [
    { name: '减少', icon: minus, by: -1, isOff: value <= minimum },
    { name: '增加', icon: plus, by: 1, isOff: maximum !== undefined && value >= maximum },
  ] as const
  const [less, more] = steps.map(({ name, icon, by, isOff }) => (
    <Tap
      key={name}
      className={classes(styles.step, (isOff || isDisabled) && styles.off)}
      label={`${name}${label}`}
      isDisabled={isOff || isDisabled}
      onTap={() => step(by)}
    >
      <Icon of={icon} size={20} />
    </Tap>
  ))

  return (
    <Box className={styles.box} role="group" label={label}>
      {less}
      <TextInput
        className={classes(styles.input, isDisabled && styles.off)}
        label={label}
        kind="number"
        value={shown}
        isDisabled={isDisabled}
        onChange={type}
        onBlur={settle}
      />
      {more}
    </Box>
  )
}
