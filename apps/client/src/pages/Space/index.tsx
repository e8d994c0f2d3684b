import { View } from '@tarojs/components'

export default function SpacePage() {
  return <View>Space/index</View>
}
