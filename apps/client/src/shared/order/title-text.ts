const FIXED = '\u00a0'

/** What was ordered, in words that break between its parts and never within one. */
export const titleText = (title: string): string => title.replaceAll(' ', FIXED).replaceAll(`·${FIXED}`, '· ')
