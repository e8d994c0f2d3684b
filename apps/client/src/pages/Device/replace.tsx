import { View } from '@tarojs/components'

export default function DeviceReplacePage() {
  return <View>Device/replace</View>
}
