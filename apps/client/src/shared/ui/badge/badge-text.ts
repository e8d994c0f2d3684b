const MAX_SHOWN = 99

/** Text of a count badge: at most two digits (`99+`); empty for zero. */
export const badgeText = (count: number): string => {
  if (count <= 0) return ''
  return count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count)
}
