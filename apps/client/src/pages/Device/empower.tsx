import { View } from '@tarojs/components'

export default function DeviceEmpowerPage() {
  return <View>Device/empower</View>
}
