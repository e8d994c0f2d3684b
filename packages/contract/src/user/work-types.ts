/** A line of work as the profile lists it. */
export interface WorkType {
  readonly industryId: number
  readonly worktypeId: number
}

export interface WorkTypeEntry extends WorkType {
  /** Tells the entries of one list apart. */
  readonly key: string
}

export const DUPLICATE_WORK_TYPE_MESSAGE = '请勿重复添加'

const isSame = (a: WorkType, b: WorkType): boolean => a.industryId === b.industryId && a.worktypeId === b.worktypeId

/** Both ids must be equal: their digits joined would take 1 and 12 for 11 and 2. */
export const isDuplicateWorkType = (entries: readonly WorkType[], added: WorkType): boolean =>
  entries.some((entry) => isSame(entry, added))

/** The longer list, or nothing when the pair is in it already. */
export const addWorkType = (
  entries: readonly WorkTypeEntry[],
  { industryId, worktypeId }: WorkType,
): readonly WorkTypeEntry[] | undefined => {
  if (isDuplicateWorkType(entries, { industryId, worktypeId })) return undefined
  return [...entries, { industryId, worktypeId, key: `${industryId}-${worktypeId}` }]
}
