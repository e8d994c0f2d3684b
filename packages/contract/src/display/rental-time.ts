const DAY_HOURS = 24

/** How long something is rented: `30 天`, or hours where it is no whole day. */
export const formatRentalTime = (hours: number): string =>
  hours % DAY_HOURS === 0 ? `${hours / DAY_HOURS} 天` : `${hours} 小时`
