import { View } from '@tarojs/components'

export default function DeviceUpOrDownConfigPage() {
  return <View>Device/upOrDownConfig</View>
}
