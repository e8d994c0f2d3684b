import { getGroupList } from '@yunji/contract/group/calls'
import { useCall } from '../../shared/api/query.ts'

/** More groups than this would need a list of their own, which group management is. */
const MOST_GROUPS = '100'

export const ALL_DEVICES = '全部设备'

export const useGroups = () => useCall(getGroupList, { page: '1', rows: MOST_GROUPS })

/** What the page is about: a group's name, or all of them. */
export const useGroupName = (groupId: number | null): string => {
  const { data } = useGroups()
  return data?.records.find((group) => group.groupId === groupId)?.name ?? ALL_DEVICES
}
