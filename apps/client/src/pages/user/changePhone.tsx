import { View } from '@tarojs/components'

export default function UserChangePhonePage() {
  return <View>user/changePhone</View>
}
