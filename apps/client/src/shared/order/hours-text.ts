const DAY_HOURS = 24

/** `30 天`, `1 小时`. */
export const hoursText = (hours: number): string =>
  hours % DAY_HOURS === 0 ? `${hours / DAY_HOURS} 天` : `${hours} 小时`
