import { View } from '@tarojs/components'

export default function DeviceVideoChangeOpTypePage() {
  return <View>Device/videoChangeOpType</View>
}
