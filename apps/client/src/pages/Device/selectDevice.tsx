import { View } from '@tarojs/components'

export default function DeviceSelectDevicePage() {
  return <View>Device/selectDevice</View>
}
