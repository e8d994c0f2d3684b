import { RATE_DEFAULT_STARS } from '@yunji/contract/display/limits'
import { ChoiceGroup } from '../choice/choice-group'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { starFilled } from '../icon/controls.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './rate.module.css'

interface RateProps {
  readonly label: string
  /** 0 before anything was given. */
  readonly value: number
  readonly stars?: number
  /** Absent: the stars are shown, not given. */
  readonly onChange?: (value: number) => void
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

export function Rate({ label, value, stars = RATE_DEFAULT_STARS, onChange }: RateProps) {
  if (!onChange) {
    return (
      <Box className={styles.row} role="img" label={`${label}：${value} 星，共 ${stars} 星`}>
        {numbersTo(stars).map((star) => (
          <Box key={star} className={classes(styles.star, star <= value && styles.given)}>
            <Icon of={starFilled} size={16} />
          </Box>
        ))}
      </Box>
    )
  }
  return (
    <ChoiceGroup role="radiogroup" label={label} className={classes(styles.row, styles.outset)} isFollowed>
      {numbersTo(stars).map((star) => (
        <Tap
          key={star}
          className={classes(styles.star, styles.hit, star <= value && styles.given)}
          label={`${star} 星`}
          choice="radio"
          isChecked={star === value}
          isTabStop={star === Math.max(value, 1)}
          onTap={() => onChange(star)}
        >
          <Icon of={starFilled} size={28} />
        </Tap>
      ))}
    </ChoiceGroup>
  )
}
