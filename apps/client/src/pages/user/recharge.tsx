import { View } from '@tarojs/components'

export default function UserRechargePage() {
  return <View>user/recharge</View>
}
