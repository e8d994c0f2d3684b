import { View } from '@tarojs/components'

export default function SpaceHistoryDataPage() {
  return <View>Space/HistoryData</View>
}
