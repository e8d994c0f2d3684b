const MAX_SHOWN = 99

/** What stands in a badge: no more than two digits, and nothing at all when there is nothing to count. */
export const badgeText = (count: number): string => {
  if (count <= 0) return ''
  return count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count)
}
