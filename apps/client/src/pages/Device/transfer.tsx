import { View } from '@tarojs/components'

export default function DeviceTransferPage() {
  return <View>Device/transfer</View>
}
