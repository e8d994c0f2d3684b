import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import styles from './calendar-day.module.css'
import { type Day, dateOf, dayName } from './days.ts'

/** Position of a day within the selected range. */
export type DayMark = 'only' | 'first' | 'last' | 'between'

interface CalendarDayProps {
  readonly day: Day
  readonly mark: DayMark | undefined
  readonly isRange: boolean
  readonly isToday: boolean
  readonly isDisabled: boolean
  readonly isTabStop: boolean
  readonly onTap: () => void
}

const words: Readonly<Record<DayMark, string>> = { only: '', first: '开始', last: '结束', between: '' }

export function CalendarDay({ day, mark, isRange, isToday, isDisabled, isTabStop, onTap }: CalendarDayProps) {
  const note = (mark && words[mark]) || (isToday ? '今天' : '')
  return (
    <Tap
      className={classes(styles.place, isDisabled && styles.disabled, mark && styles[mark])}
      label={[dayName(day), note].filter(Boolean).join('，')}
      choice={isRange ? 'checkbox' : 'radio'}
      isChecked={mark !== undefined}
      isDisabled={isDisabled}
      isTabStop={isTabStop}
      onTap={onTap}
    >
      <Box className={classes(styles.day, isToday && styles.today)}>
        {dateOf(day)}
        {note && <Box className={styles.note}>{note}</Box>}
      </Box>
    </Tap>
  )
}
