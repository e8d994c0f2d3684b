import { View } from '@tarojs/components'

export default function DeviceSelectChangeZonePage() {
  return <View>Device/selectChangeZone</View>
}
