const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Whether the day is in the calendar; the month counts from 1. */
export const isCalendarDay = (year: number, month: number, day: number): boolean => {
  const days = DAYS[month - 1] ?? 0
  return day >= 1 && day <= (month === 2 && isLeapYear(year) ? days + 1 : days)
}
