import { View } from '@tarojs/components'

export default function UserDevicePage() {
  return <View>user/device</View>
}
