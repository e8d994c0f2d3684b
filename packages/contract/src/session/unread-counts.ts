const kinds = [
  'longApply',
  'longAuthentication',
  'longExamine',
  'longNotice',
  'longSettlement',
  'longSigncontract',
] as const

export type UnreadKind = (typeof kinds)[number]
export type UnreadCounts = Readonly<Record<UnreadKind | 'longAll', number>>

/** `longAll` is the sum, and stated nowhere else. */
export const unreadCountsOf = (counts: Readonly<Partial<Record<UnreadKind, number>>>): UnreadCounts => {
  const each = Object.fromEntries(kinds.map((kind) => [kind, counts[kind] ?? 0])) as Record<UnreadKind, number>
  return { ...each, longAll: Object.values(each).reduce((sum, count) => sum + count, 0) }
}

export const noUnread: UnreadCounts = unreadCountsOf({})
