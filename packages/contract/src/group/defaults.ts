/** The name of the group that every account has from the beginning. */
export const DEFAULT_GROUP_NAME = '默认分组'
