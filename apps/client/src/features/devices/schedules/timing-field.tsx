import {
  chinaDate,
  type ScheduleRepeat,
  type ScheduleTiming,
  timingText,
  weekdayLabels,
} from '@yunji/contract/devices/schedule/rules'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Chip } from '../../../shared/ui/choice/chip.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { Picker } from '../../../shared/ui/picker/picker'
import type { PickerOption } from '../../../shared/ui/picker/picker-columns.ts'
import styles from './schedules.module.css'

const repeats = [
  { value: 'daily', label: '每天' },
  { value: 'weekly', label: '每周' },
  { value: 'once', label: '只一次' },
] as const

const two = (part: number): string => String(part).padStart(2, '0')
const minutes: readonly PickerOption[] = Array.from({ length: 60 }, (_, minute) => ({
  value: two(minute),
  label: `${two(minute)} 分`,
}))
const hours: readonly PickerOption[] = Array.from({ length: 24 }, (_, hour) => ({
  value: two(hour),
  label: `${two(hour)} 时`,
  children: minutes,
}))

/** Days that a single run can be chosen for. */
const DAYS_AHEAD = 60

const dayOptions = (nowMs: number): PickerOption[] =>
  Array.from({ length: DAYS_AHEAD }, (_, later) => {
    const date = chinaDate(nowMs, later)
    const near = ['今天 ', '明天 '][later] ?? ''
    return { value: date, label: near + timingText({ repeat: 'once', time: '', date, weekdays: [] }, nowMs).trim() }
  })

export const startTiming = (nowMs: number): ScheduleTiming => ({
  repeat: 'daily',
  time: '03:00',
  date: chinaDate(nowMs, 1),
  weekdays: [1],
})

interface TimingFieldProps {
  readonly timing: ScheduleTiming
  readonly nowMs: number
  readonly onTiming: (timing: ScheduleTiming) => void
}

/** The values of another repetition are kept, so that switching back loses nothing. */
export function TimingField({ timing, nowMs, onTiming }: TimingFieldProps) {
  const { repeat, time, date, weekdays } = timing
  const setRepeat = (next: ScheduleRepeat) =>
    onTiming({
      ...timing,
      repeat: next,
      date: date || chinaDate(nowMs, 1),
      weekdays: weekdays.length > 0 ? weekdays : [1],
    })
  const toggle = (day: number) => {
    const next = weekdays.includes(day) ? weekdays.filter((each) => each !== day) : [...weekdays, day]
    if (next.length > 0) onTiming({ ...timing, weekdays: next })
  }
  return (
    <Card title="什么时候" isPadded>
      <Segmented label="重复" options={repeats} value={repeat} onChange={setRepeat} />
      {repeat === 'weekly' && (
        <Box className={classes(styles.choices, styles.days)} role="group" label="星期">
          {weekdayLabels.map((label, index) => (
            <Chip
              key={label}
              variant="choice"
              isMultiple
              isSelected={weekdays.includes(index + 1)}
              onTap={() => toggle(index + 1)}
            >
              {`周${label}`}
            </Chip>
          ))}
        </Box>
      )}
      {repeat === 'once' && (
        <Box className={styles.field}>
          <Picker
            label="日期"
            placeholder="选择日期"
            options={dayOptions(nowMs)}
            value={[date]}
            onChange={([day]) => onTiming({ ...timing, date: String(day ?? date) })}
          />
        </Box>
      )}
      <Box className={styles.field}>
        <Picker
          label="时间"
          placeholder="选择时间"
          options={hours}
          value={time.split(':')}
          onChange={([hour = '00', minute = '00']) => onTiming({ ...timing, time: `${hour}:${minute}` })}
        />
      </Box>
    </Card>
  )
}
