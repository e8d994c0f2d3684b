import { View } from '@tarojs/components'

export default function UserActivateDevicePage() {
  return <View>user/activateDevice</View>
}
