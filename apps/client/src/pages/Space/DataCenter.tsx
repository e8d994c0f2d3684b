import { View } from '@tarojs/components'

export default function SpaceDataCenterPage() {
  return <View>Space/DataCenter</View>
}
