export const NICKNAME_MAXIMUM_CHARACTERS = 20
export const NICKNAME_MESSAGE = `昵称为 1–${NICKNAME_MAXIMUM_CHARACTERS} 个字符，首尾不含空格`

/** Ranges of invisible characters: controls, zero-width marks, direction marks. */
const unseen = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
] as const

const isUnseen = (code: number): boolean => unseen.some(([from, to]) => code >= from && code <= to)

/** A visible name without outer spaces or invisible characters. */
export const isNickname = (text: string): boolean =>
  text.length > 0 &&
  text.length <= NICKNAME_MAXIMUM_CHARACTERS &&
  text.trim() === text &&
  !text.split('').some((character) => isUnseen(character.charCodeAt(0)))

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
