import { formatCount } from '@yunji/contract/display/text'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import type { IconDrawing } from '../icon/icons.ts'
import styles from './chip.module.css'

/** `filter` for lists, `choice` for decisions. */
export type ChipVariant = 'filter' | 'choice'

interface ChipProps {
  readonly children: string
  readonly count?: number
  /** On a narrow screen only the selected chip shows its count. */
  readonly isCompact?: boolean
  readonly icon?: IconDrawing
  readonly variant?: ChipVariant
  /** Selected state; absent for a chip that only opens something. */
  readonly isSelected?: boolean
  /** Several chips can be selected; by default one of them. */
  readonly isMultiple?: boolean
  readonly isDisabled?: boolean
  readonly onTap: () => void
}

export function Chip({
  children,
  count,
  isCompact,
  icon,
  variant = 'filter',
  isSelected,
  isMultiple = false,
  isDisabled,
  onTap,
}: ChipProps) {
  const className = classes(
    styles.chip,
    variant === 'choice' && styles.outlined,
    isCompact && !isSelected && styles.compact,
    isSelected && styles[variant],
    isDisabled && styles.disabled,
  )
  return (
    <Tap
      className={styles.hit}
      choice={isMultiple ? 'checkbox' : 'radio'}
      isChecked={isSelected}
      isTabStop={isMultiple || isSelected !== false}
      isDisabled={isDisabled}
      onTap={onTap}
    >
      <Box className={className}>
        {icon && <Icon of={icon} size={16} />}
        {children}
        {count !== undefined && (
          <Box as="span" className={styles.count}>
            {formatCount(count)}
          </Box>
        )}
      </Box>
    </Tap>
  )
}
