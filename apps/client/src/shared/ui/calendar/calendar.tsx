import { CALENDAR_DEFAULT_MONTHS } from '@yunji/contract/display/limits'
import { ChoiceGroup } from '../choice/choice-group'
import { Box } from '../elements/elements'
import styles from './calendar.module.css'
import { CalendarDay, type DayMark } from './calendar-day.tsx'
import { chooseDay, type Day, monthsFrom, WEEKDAYS } from './days.ts'

interface CalendarProps {
  readonly label: string
  readonly today: Day
  /** No day, one, or the two ends of a range. */
  readonly value: readonly Day[]
  readonly onChange: (value: readonly Day[]) => void
  readonly isRange?: boolean
  readonly months?: number
  /** Days that are past cannot be chosen unless this says otherwise. */
  readonly canChoose?: (day: Day) => boolean
}

const markOf = (day: Day, [from, to]: readonly Day[]): DayMark | undefined => {
  if (day === from && (to === undefined || day === to)) return 'only'
  if (day === from) return 'first'
  if (day === to) return 'last'
  return from !== undefined && to !== undefined && day > from && day < to ? 'between' : undefined
}

/** The months to come, day by day. */
export function Calendar(props: CalendarProps) {
  const { label, today, value, onChange, isRange = false, months = CALENDAR_DEFAULT_MONTHS } = props
  const canChoose = props.canChoose ?? ((day: Day) => day >= today)
  const shown = monthsFrom(today, months)
  const tabStop = value[0] ?? shown.flatMap(({ days }) => days).find(canChoose)
  return (
    <ChoiceGroup role={isRange ? 'group' : 'radiogroup'} label={label} columns={WEEKDAYS.length}>
      <Box className={styles.week} isDecoration>
        {WEEKDAYS.map((name) => (
          <Box key={name} className={styles.weekday}>
            {name}
          </Box>
        ))}
      </Box>
      {shown.map(({ title, leading, days }) => (
        <Box key={title}>
          <Box as="h3" className={styles.title}>
            {title}
          </Box>
          <Box className={styles.month}>
            {leading > 0 && <Box style={{ width: `calc(100% / 7 * ${leading})` }} isDecoration />}
            {days.map((day) => (
              <CalendarDay
                key={day}
                day={day}
                mark={markOf(day, value)}
                isRange={isRange}
                isToday={day === today}
                isDisabled={!canChoose(day)}
                isTabStop={day === tabStop}
                onTap={() => onChange(chooseDay(value, day, isRange ? canChoose : undefined))}
              />
            ))}
          </Box>
        </Box>
      ))}
    </ChoiceGroup>
  )
}
