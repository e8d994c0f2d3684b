import { View } from '@tarojs/components'

export default function DeviceChangeZonePage() {
  return <View>Device/changeZone</View>
}
