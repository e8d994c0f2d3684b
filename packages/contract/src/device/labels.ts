import { HomeViewType, VersionFilter } from './enums.ts'

export const homeViewTypeLabels: Readonly<Record<HomeViewType, string>> = {
  [HomeViewType.single]: '单机视图',
  [HomeViewType.multi]: '多机视图',
}

export const versionFilterLabels: Readonly<Record<VersionFilter, string>> = {
  [VersionFilter.all]: '全部',
  [VersionFilter['10/B']]: '10/B',
  [VersionFilter['10/H']]: '10/H',
}
