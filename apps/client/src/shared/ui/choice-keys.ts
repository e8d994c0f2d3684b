/** Where an arrow key leads in a group that is so many choices wide. */
export const stepOfKey = (key: string, columns: number): number | undefined => {
  switch (key) {
    case 'ArrowRight':
      return 1
    case 'ArrowLeft':
      return -1
    case 'ArrowDown':
      return columns
    case 'ArrowUp':
      return -columns
    default:
      return undefined
  }
}

/** The next choice that may be made on the way of a step; nothing when the way ends before it. */
export const choiceAfter = (canChoose: readonly boolean[], from: number, step: number): number | undefined => {
  for (let at = from + step; at >= 0 && at < canChoose.length; at += step) if (canChoose[at]) return at
  return undefined
}
